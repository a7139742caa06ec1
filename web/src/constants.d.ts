/** Put in by the build: the version of package.json. */
declare const __VERSION__: string;
