import type { Page, Request } from '@playwright/test';

/** Everything that the browser has to say about the page. What it had under way for a page that is left does not count when it lets go of it. */
export function listen(page: Page): string[] {
  const heard: string[] = [];
  let underWay = new Set<Request>();
  let left = new Set<Request>();
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      left = new Set([...left, ...underWay]);
      underWay = new Set();
    }
    underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('console', (message) => heard.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => heard.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    underWay.delete(request);
    if (!left.has(request) || why !== 'net::ERR_ABORTED') heard.push(`failed: ${request.url()} (${why})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) heard.push(`${response.status()}: ${response.url()}`);
  });
  return heard;
}
