/** Ships the notices of what the site contains, as the licences of fonts and libraries ask. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { repository } from './paths.ts';

const fileName = 'third-party-notices.txt';
const notices = (): string => readFileSync(join(repository, 'THIRD_PARTY_NOTICES.md'), 'utf8');

export function thirdPartyNotices(): Plugin {
  return {
    name: 'attn-notices',
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('Content-Type', 'text/plain; charset=utf-8').end(notices());
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: notices() });
    },
  };
}
