/**
 * What becomes of a page, in order. Twice it is parsed and written out: before Vite looks for the scripts and styles that it names, and,
 * in a build, when all files have their names.
 */
import { join } from 'node:path';
import type { IndexHtmlTransformContext, Plugin } from 'vite';
import { withPolicy } from './csp.ts';
import { documentFiles, withDocuments } from './documents.ts';
import { drawn } from './drawn.ts';
import { withFonts } from './fonts.ts';
import { withGallery } from './gallery.ts';
import { withGlossary } from './glossary.ts';
import { withHeadings } from './headings.ts';
import { type Attributes, Page, PageError } from './html.ts';
import { applyLedger, currentLedger } from './ledger.ts';
import { mathSheet, renderPage } from './math.ts';
import { withMoved } from './moved.ts';
import { nodeSide } from './node-side.ts';
import { withNotation } from './notation.ts';
import { withOffline } from './offline.ts';
import { linkedSheet } from './page-sheet.ts';
import { applyShell } from './pages.ts';
import { web } from './paths.ts';
import { withTimes } from './performance.ts';
import { withPosters } from './posters.ts';
import { inOrder, withCode, withNeeded, withWorker } from './preloads.ts';
import { applyQuotes } from './quotes.ts';
import { applySite, headTags, readSite } from './site.ts';
import { symbolFiles } from './symbols.ts';
import { withHashes } from './versions.ts';

/** Of what somebody has written: what does not depend on the build. */
async function complete(html: string, context: IndexHtmlTransformContext): Promise<string> {
  const page = new Page(html, context.filename);
  const site = readSite();
  withNotation(page);
  withGlossary(page);
  withTimes(page);
  await withGallery(page, drawn.poster);
  // Before there is text that nobody has written for KaTeX.
  const needed = renderPage(page);
  withDocuments(page);
  applyShell(page);
  for (const { tag, attrs } of linkedSheet('math', mathSheet(needed), context))
    page.addToHead(tag, attrs as Attributes);
  // To compute it takes a while.
  if (/data-claim|ledger:/.test(html)) applyLedger(page, await currentLedger());
  headTags(page, site);
  applySite(page, site);
  applyQuotes(page, site);
  withHeadings(page);
  withMoved(page);
  try {
    await withPosters(page, drawn.poster, site);
  } catch (error) {
    if (!context.server || error instanceof PageError) throw error;
    // A figure under work may not draw: its element says why, better than a page that does not open.
    const why = `posters: ${error instanceof Error ? error.message : error}`;
    context.server.config.logger.error(why, { timestamp: true });
  }
  return page.html;
}

/** Of what Vite has built. */
function finish(html: string, { filename, bundle = {} }: IndexHtmlTransformContext): string {
  const page = new Page(html, filename);
  withFonts(page, Object.keys(bundle));
  withCode(page, bundle);
  withWorker(page, bundle);
  withNeeded(page, bundle);
  inOrder(page);
  withOffline(page, bundle);
  withHashes(page);
  withPolicy(page);
  return page.html;
}

export function pages(): Plugin[] {
  return [
    {
      name: 'attn-pages',
      configureServer(server) {
        nodeSide.serveFrom(server);
        const sources = [
          join(web, 'chapters.json'),
          join(web, 'moved.json'),
          join(web, 'glossary.json'),
          ...documentFiles(),
          ...symbolFiles(),
        ];
        server.watcher.add(sources);
        server.watcher.on('change', (file) => {
          if (sources.includes(file)) server.ws.send({ type: 'full-reload' });
        });
      },
      transformIndexHtml: { order: 'pre', handler: complete },
      closeBundle: () => nodeSide.close(),
    },
    {
      name: 'attn-built-pages',
      apply: 'build',
      transformIndexHtml: { order: 'post', handler: finish },
    },
  ];
}
