/** Where the site is that this code comes from, which need not be that of the page around: the folder above this file's. */
export const site = new URL(import.meta.env.DEV ? '../../../' : '..', import.meta.url).href;
