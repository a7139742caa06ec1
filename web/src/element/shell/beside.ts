/** A file of the built site that lies beside this code: the declaration of a figure, on a page that names it. A package has none. */
export const beside = (file: string): Promise<unknown> => import(/* @vite-ignore */ `./${file}`);
