import { createHash } from 'node:crypto';

/** What changes in an address when the content does: eight hexadecimal digits. */
export const shortHash = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 8);
