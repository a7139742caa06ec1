/** A single file in the packages that others take: SCORM 1.2 for learning platforms, webxdc for messengers. The page is the same, with a manifest beside it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { png } from '../posters/raster.ts';
import { escapeHtml } from '../vite/pages.ts';
import { web } from '../vite/paths.ts';
import { readSite } from '../vite/site.ts';
import { zip } from './zip.ts';

export interface Single {
  /** Of the figure or the chapter. */
  readonly id: string;
  readonly title: string;
  /** The text of the page. */
  readonly page: string;
}

/** An asset is what makes no call to the platform: it is shown, and has no score and no progress. */
const imsManifest = ({ id, title }: Single): string => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="attention-explorables-${id}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="all">
    <organization identifier="all">
      <title>${escapeHtml(title)}</title>
      <item identifier="item" identifierref="page">
        <title>${escapeHtml(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="asset" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
</manifest>
`;

export const scorm = (single: Single): Uint8Array =>
  zip({ 'imsmanifest.xml': imsManifest(single), 'index.html': single.page });

/** A string of TOML is one of JSON. */
const webxdcManifest = ({ title }: Single, source = readSite().repository): string =>
  [['name', title] as const, ...(source ? [['source_code_url', source] as const] : [])]
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
    .join('');

export async function webxdc(single: Single): Promise<Uint8Array> {
  const icon = readFileSync(join(web, 'public/favicon.svg'), 'utf8');
  return zip({
    'manifest.toml': webxdcManifest(single),
    'icon.png': await png(icon.replace('<svg ', '<svg width="256" height="256" ')),
    'index.html': single.page,
  });
}
