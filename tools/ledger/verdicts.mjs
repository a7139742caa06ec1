/**
 * What each claim comes to, an id and its verdict a line: cpp/claims/verdicts.txt, which the tests compare with what comes out natively
 * and on the site. Written anew by `node tools/ledger/verdicts.mjs build/release/attn`; read what has changed before you commit it.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Its status says that something differs; the lines say what.
const found = JSON.parse(
  spawnSync(process.argv[2], ['claims', '--json'], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout,
);
const lines = found.map(({ id, verdict }) => `${id} ${verdict}\n`);
writeFileSync(
  fileURLToPath(new URL('../../cpp/claims/verdicts.txt', import.meta.url)),
  lines.sort().join(''),
);
