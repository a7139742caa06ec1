// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { isChapter } from '../../tools/singles/chapter.ts';
import { type Single, scorm, webxdc } from '../../tools/singles/packages.ts';
import { readOrder } from '../../tools/singles/save.ts';
import { scriptOf } from '../../tools/singles/single.ts';
import { zip } from '../../tools/singles/zip.ts';

it('tools/single reads figure, state and file', () => {
  expect(readOrder(['a'])).toEqual({ id: 'a', state: undefined, file: 'a.html' });
  expect(readOrder(['a', 'out/b.html', '#a=v1.beta=2'])).toEqual({
    id: 'a',
    state: 'v1.beta=2',
    file: 'out/b.html',
  });
});

it.each([
  [[], 'which figure?'],
  [['a', '--dark'], "what is '--dark'?"],
  [['a', 'b.png'], "'b.png' has to end in .html, .zip or .xdc"],
  [['a', 'b.html', 'c.html'], 'one state and one file at a time'],
])('tools/single refuses %j', (words, why) => {
  expect(() => readOrder(words)).toThrow(why);
});

it('holds one binary of a figure that has two builds', async () => {
  const script = await scriptOf('million-particles', 'globalThis.shown = figure;');
  expect(script.match(/data:application\/wasm/g)).toHaveLength(1);
}, 120_000);

it('knows chapters from figures', () => {
  expect(isChapter('denoising')).toBe(true);
  expect(isChapter('particles')).toBe(false);
  expect(isChapter('../index')).toBe(false);
});

/** What another program finds in an archive, by name and in its order; it fails where a sum is wrong. */
function unzipped(archive: Uint8Array): [name: string, content: Buffer][] {
  const script = `import base64, io, json, sys, zipfile
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
assert archive.testzip() is None
print(json.dumps([[name, base64.b64encode(archive.read(name)).decode()] for name in archive.namelist()]))`;
  const said = execFileSync(process.env.PYTHON ?? '/usr/bin/python3', ['-c', script], { input: archive });
  return JSON.parse(said.toString()).map(([name, content]: [string, string]) => [
    name,
    Buffer.from(content, 'base64'),
  ]);
}

it('an archive gives its files back, to the byte, and is the same each time', () => {
  const files = {
    'a.txt': 'α < β',
    'folder/empty': '',
    'b.bin': Uint8Array.from({ length: 3000 }, (_, i) => (i * i) % 251),
  };
  expect(unzipped(zip(files))).toEqual(
    Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]),
  );
  expect(zip(files)).toEqual(zip(files));
});

const one: Single = { id: 'why-root-d', title: 'Less < more & "so"', page: '<!doctype html><p>β' };

it('a SCORM package has a manifest of version 1.2 whose one item is the page, which makes no calls', () => {
  const [[name, manifest], page, ...more] = unzipped(scorm(one)) as [[string, Buffer], [string, Buffer]];
  expect([page, more]).toEqual([['index.html', Buffer.from(one.page)], []]);
  expect(name).toBe('imsmanifest.xml');
  // Read as XML, with the prefix where the specification has it, and not as HTML.
  const script = `import json, sys
from xml.etree import ElementTree
ims, adl = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}", "{http://www.adlnet.org/xsd/adlcp_rootv1p2}"
root = ElementTree.parse(sys.stdin.buffer).getroot()
def only(path):
    [found] = root.findall("/".join(ims + name for name in path.split("/")))
    return found
item, resource = only("organizations/organization/item"), only("resources/resource")
print(json.dumps({
    "root": root.tag == ims + "manifest" and root.get("identifier"),
    "schema": only("metadata/schema").text + " " + only("metadata/schemaversion").text,
    "default": only("organizations").get("default") == only("organizations/organization").get("identifier"),
    "titles": [only("organizations/organization/title").text, only("organizations/organization/item/title").text],
    "refers": item.get("identifierref") == resource.get("identifier"),
    "resource": [resource.get("type"), resource.get(adl + "scormtype"), resource.get("href")],
    "file": only("resources/resource/file").get("href"),
}))`;
  const read = execFileSync(process.env.PYTHON ?? '/usr/bin/python3', ['-c', script], { input: manifest });
  expect(JSON.parse(read.toString())).toEqual({
    root: 'attention-explorables-why-root-d',
    schema: 'ADL SCORM 1.2',
    default: true,
    titles: [one.title, one.title],
    refers: true,
    resource: ['webcontent', 'asset', 'index.html'],
    file: 'index.html',
  });
});

it('a webxdc app has a name, a square icon and the page', async () => {
  const files = new Map(unzipped(await webxdc(one)));
  expect([...files.keys()].sort()).toEqual(['icon.png', 'index.html', 'manifest.toml']);
  expect(files.get('manifest.toml')?.toString()).toMatch(/^name = "Less < more & \\"so\\""$/m);
  expect(files.get('index.html')?.toString()).toBe(one.page);
  const icon = files.get('icon.png');
  expect(icon?.subarray(1, 4).toString()).toBe('PNG');
  expect([icon?.readUInt32BE(16), icon?.readUInt32BE(20)]).toEqual([256, 256]);
});
