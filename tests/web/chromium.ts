/** How Chromium is started by all tests of pages. No sandbox: it does not start as root and in most containers. The rest keeps it from calling home. */
export const chromiumArguments: string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
