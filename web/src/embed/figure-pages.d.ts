/** Where each figure stands in the article, found while the site is built. */
declare module 'virtual:figure-pages' {
  const pages: Readonly<Record<string, { readonly href: string; readonly key: string } | undefined>>;
  export default pages;
}
