import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { UnreadableFile } from '../parser.ts';
import { decodeXml, MAX_XML_DEPTH, readXml, readXmlRoot, readXmlTree } from './xml.ts';

const fileOf = (content: string | Uint8Array) => ({
  name: 'plan.xml',
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
});

function failureOf(content: string | Uint8Array): UnreadableFile {
  try {
    readXml(fileOf(content), {});
  } catch (error) {
    if (error instanceof UnreadableFile) return error;
    throw error;
  }
  throw new Error('The file was read.');
}

describe('decoding XML', () => {
  it('lets a byte order mark beat the declaration', () => {
    expect(decodeXml(fileOf('\uFEFF<?xml version="1.0" encoding="iso-8859-1"?><a>ü</a>').bytes)).toContain('<a>ü</a>');
    const utf16 = Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-8"?><a>ü</a>', 'utf16le');
    expect(decodeXml(utf16)).toContain('<a>ü</a>');
  });

  it('reads UTF-8 that declares a single-byte encoding, and the other way round', () => {
    expect(decodeXml(fileOf('<?xml version="1.0" encoding="windows-1252"?><a>ü</a>').bytes)).toContain('ü');
    expect(decodeXml(Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>ü</a>', 'latin1'))).toContain('ü');
    expect(decodeXml(Buffer.from('<a>ü</a>', 'latin1'))).toContain('ü');
  });

  it('obeys a declared encoding that fits, and survives one that nobody knows', () => {
    const head = Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>', 'latin1');
    expect(decodeXml(Buffer.concat([head, Uint8Array.from([0xcf, 0xee])]))).toContain('По');
    const unknown = Buffer.from('<?xml version="1.0" encoding="klingon-1"?><a>ü</a>', 'latin1');
    expect(decodeXml(unknown)).toContain('ü');
  });
});

describe('reading XML', () => {
  it('tells elements with path, attributes, text and line', () => {
    const told: unknown[] = [];
    readXml(fileOf('<p:root>\n<a x="1&amp;2&#252;"/>\n<b>one<![CDATA[<two>]]></b></p:root>'), {
      open: (name, attributes, path, line) => told.push([name, attributes.x, path.join('/'), line]),
      close: (name, text) => told.push([name, text.trim()]),
    });
    expect(told).toEqual([
      ['root', undefined, 'root', 1],
      ['a', '1&2ü', 'root/a', 2],
      ['a', ''],
      ['b', undefined, 'root/b', 3],
      ['b', 'one<two>'],
      ['root', ''],
    ]);
  });

  it('builds a tree', () => {
    const root = readXmlTree(fileOf('\n  <?xml version="1.0"?>\n<r><a k="v">t</a><a/></r>'));
    expect(root.children.map((node) => [node.name, node.attributes.k, node.text, node.line])).toEqual([
      ['a', 'v', 't', 3],
      ['a', undefined, '', 3],
    ]);
  });

  it('names the line of a file that was cut off', () => {
    expect(failureOf('<r>\n<a>\n<b/>\n')).toMatchObject({ reason: 'xml_truncated', params: { line: 4 } });
    expect(failureOf('<r>\n<a x="')).toMatchObject({ reason: 'xml_truncated', params: { line: 2 } });
  });

  it('names the line of a mistake', () => {
    expect(failureOf('<r>\n<a></b></r>')).toMatchObject({
      reason: 'xml_malformed',
      params: { line: 2, detail: expect.stringContaining('unexpected close tag') },
    });
    expect(failureOf('no xml')).toMatchObject({ reason: 'xml_malformed' });
    expect(failureOf(' \n')).toMatchObject({ reason: 'empty' });
  });

  it('refuses a document type, so an entity bomb never gets a fuse', () => {
    const bomb = `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>\n<r>&b;</r>`;
    expect(failureOf(bomb)).toMatchObject({ reason: 'xml_doctype', file: 'plan.xml' });
    expect(() => readXmlRoot(fileOf(bomb))).toThrow(UnreadableFile);
    expect(failureOf('<r>&b;</r>')).toMatchObject({ reason: 'xml_malformed' });
  });

  it('refuses elements nested deeper than the limit and reads those at the limit', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(() => readXml(fileOf(nested(MAX_XML_DEPTH)), {})).not.toThrow();
    expect(failureOf(nested(MAX_XML_DEPTH + 1))).toMatchObject({ reason: 'xml_too_deep', params: { limit: 64 } });
    expect(failureOf('<a>'.repeat(1_000_000))).toMatchObject({ reason: 'xml_too_deep' });
  });
});

describe('looking at the root', () => {
  it('needs the beginning only', () => {
    const root = readXmlRoot(fileOf('<?xml version="1.0"?><!-- c --><document xmlns="urn:x" version="3"><a><b'));
    expect(root).toMatchObject({ name: 'document', namespace: 'urn:x', attributes: { version: '3' } });
  });

  it('is null for everything else', () => {
    for (const text of ['', 'a;b', '<', '<!-- only -->', '{"a":1}']) expect(readXmlRoot(fileOf(text))).toBeNull();
  });
});
