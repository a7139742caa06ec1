import { panels } from '../../words/en/panels';

/** What can be taken away of a figure, in the order of the menu, with the words of its buttons in English. */
export const exportKinds = panels.kinds;

export type ExportKind = keyof typeof exportKinds;
