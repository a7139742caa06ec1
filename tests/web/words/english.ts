/** All of English in one table, as a language has it that is not built in. */
import { bits } from '../../../web/src/words/en/bits';
import { card } from '../../../web/src/words/en/card';
import { embedding } from '../../../web/src/words/en/embedding';
import { file } from '../../../web/src/words/en/file';
import { files } from '../../../web/src/words/en/files';
import { film } from '../../../web/src/words/en/film';
import { kept } from '../../../web/src/words/en/kept';
import { lecture } from '../../../web/src/words/en/lecture';
import { matrix } from '../../../web/src/words/en/matrix';
import { panels } from '../../../web/src/words/en/panels';
import { points } from '../../../web/src/words/en/points';
import { rows } from '../../../web/src/words/en/rows';
import { text } from '../../../web/src/words/en/text';
import { tokens } from '../../../web/src/words/en/tokens';
import { wishes } from '../../../web/src/words/en/wishes';
import type { Language } from '../../../web/src/words/words';

export const english: Language = {
  ...card,
  bits,
  embedding,
  file,
  files,
  film,
  kept,
  lecture,
  matrix,
  panels,
  points,
  rows,
  text,
  tokens,
  wishes,
};
