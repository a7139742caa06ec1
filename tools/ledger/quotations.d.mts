export function words(text: string): string[];
export function runs(list: readonly string[]): string[];
export function once(text: string): string;
export function known(paper: string): Set<string>;
export function missing(quotation: string, there: ReadonlySet<string>): string | undefined;
