declare module 'subset-font' {
  type Axis = number | { readonly min?: number; readonly max?: number; readonly default?: number };
  interface Options {
    readonly targetFormat?: 'sfnt' | 'woff' | 'woff2';
    readonly keepFeatures?: readonly string[];
    readonly variationAxes?: Readonly<Record<string, Axis>>;
    readonly noHinting?: boolean;
    readonly preserveNameIds?: readonly number[];
  }
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
