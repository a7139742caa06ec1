/** How requests are answered: from the network, or from the copies. */
import { isHashed, type Way } from './addresses';
import type { Copies } from './copies';
import type { Asked, OfflineScope } from './scope';

/** In place of a page that nobody has read here. The pages' policy forbids styles in it. */
async function notRead(copies: Copies): Promise<Response> {
  const pages = await copies.pages();
  const items = pages.map(({ url, title }) => `<li><a href="${url}">${title}</a></li>`);
  const list = items.length > 0 ? `<p>What was read here:</p>\n<ul>${items.sort().join('\n')}</ul>` : '';
  return new Response(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not read here yet</title>
</head>
<body>
<h1>This page has not been read here yet</h1>
<p>There is no connection, and without one only pages open that were read in this browser before.</p>
${list}
</body>
</html>
`,
    {
      status: 503,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': "default-src 'none'",
      },
    },
  );
}

export class Answers {
  readonly #copies: Copies;
  readonly #fetch: OfflineScope['fetch'];
  /** Pages that are copies: what belongs to them are copies too, or a script of today would run in a page of last month. */
  readonly #old = new Set<string>();
  /** Pages that somebody has reloaded, which is what one does when something is broken: their files come from the network. */
  readonly #reloaded = new Set<string>();

  constructor(copies: Copies, fetch: OfflineScope['fetch']) {
    this.#copies = copies;
    this.#fetch = fetch;
  }

  /** `later` is given what may go on when the answer is out. */
  async to(
    { request, clientId, resultingClientId }: Asked,
    way: Way,
    later: (work: Promise<unknown>) => void,
  ): Promise<Response> {
    const { url, cache } = request;
    const opens = request.mode === 'navigate';
    // A worker of a page is as the page is.
    for (const pages of [this.#old, this.#reloaded])
      if (!opens && resultingClientId && pages.has(clientId)) pages.add(resultingClientId);
    const copyFirst =
      !opens && (way === 'copy first' ? !this.#reloaded.has(clientId) : this.#old.has(clientId));
    const copy = copyFirst && cache !== 'reload' ? await this.#copies.find(url) : undefined;
    if (copy) return copy;
    try {
      const response = await this.#fetch(request);
      later(this.#copies.store(url, response.clone()));
      if (opens && ['no-cache', 'reload'].includes(cache)) this.#reloaded.add(resultingClientId);
      return response;
    } catch {
      // A file that is asked for once more was spoilt, and its copy is too.
      const spoilt = isHashed(url) && cache === 'reload';
      const last = spoilt ? undefined : await this.#copies.find(url);
      if (!last) return opens ? notRead(this.#copies) : Response.error();
      if (opens) this.#old.add(resultingClientId);
      return last;
    }
  }
}
