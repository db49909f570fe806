import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { UnreadableFile } from './parser.ts';
import { decodeXml, readXml, readXmlRoot, readXmlTree } from './xml.ts';
import { MAX_XML_DEPTH } from './xml-scan.ts';

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

/** What is told of a text, or why it cannot be read. */
function toldOf(text: string): unknown[] {
  const told: unknown[] = [];
  try {
    readXml(fileOf(text), {
      open: (name, attributes, path, line) => told.push([name, Object.entries(attributes), path.join('/'), line]),
      close: (name, content, path, line) => told.push([name, content, path.join('/'), line]),
    });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    told.push([error.reason, error.params]);
  }
  return told;
}

// An instruction is no part of a plain file: what follows is read by the reader of everything.
const INSTRUCTION = '<?other reader?>';

describe('the reader of plain files', () => {
  const parts = [
    '<a>',
    '</a>',
    '<b x="1">',
    '</b>',
    '<a/>',
    '<b x="1" y=\'2"\'/>',
    '<p:c p:x="&amp;&#252;">',
    '</p:c>',

    '<b x="a\n\tb" />',
    '<b x="1" x="2"/>',
    '<b x="<"/>',
    '<b x=1/>',
    '<b x="1"y="2"/>',
    '<a\n>',
    '</a\n >',
    '</ a>',

    'text',
    ' \n',
    '\r\n',
    'ä',
    '\u{1f3eb}',
    '\u0001',
    '\ufffe',
    ']]>',
    ']',
    '>',
    '&lt;',
    '&nbsp;',
    '&x;',
    '&',
    '&#0;',

    '&#x41;',
    '&#xd800;',
    '&#55296;',
    '<!-- c -->',
    '<!-- a\n]b -->',
    '<!-- -- -->',
    '<!--->',
    '<![CDATA[<x>]]>',
    '<ü/>',

    '<1/>',
    '<',
    '</',
    '<a',
    '<a x',
    '<a x=',
    '<a x="',
    '<__proto__ constructor="c" __proto__="p"/>',
    '<!x>',
    '<?y z?>',
  ];

  it('tells the same as the reader of everything, and of mistakes too', () => {
    let seed = 20_260_907;
    const below = (limit: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * limit);
    };
    let whole = 0;
    for (let round = 0; round < 6000; round += 1) {
      // Half of the texts hold few kinds of parts, so that many of them are read to their end.
      const some = round % 2 === 0 ? parts : ['<a> t </a>', '<b x="1"><a/></b>', '\n', parts[below(parts.length)]!];
      const content = Array.from({ length: below(9) }, () => some[below(some.length)]!).join('');
      const text = round % 3 === 0 ? content : `<r>${content}</r>`;
      if (text.trim() === '') continue;
      const told = toldOf(text);
      if (told.length > 2 && (told.at(-1) as unknown[])[2] === 'r') whole += 1;
      expect(told, text).toEqual(toldOf(INSTRUCTION + text));
    }
    expect(whole).toBeGreaterThan(1000);
  });

  it('knows the declarations of exports, and lines of any kind', () => {
    for (const head of ['', '<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>']) {
      expect(toldOf(`${head}\r\n<r>\r\n<a x="1"/>\n</r>\n`)).toEqual([
        ['r', [], 'r', 2],
        ['a', [['x', '1']], 'r/a', 3],
        ['a', '', 'r/a', 3],
        ['r', '\n\n', 'r', 4],
      ]);
    }
    expect(toldOf('<?xml version="1.0" encoding="?"?><r/>')).toMatchObject([['xml_malformed', { line: 1 }]]);
  });

  it('keeps names apart that look alike to its memory', () => {
    const names = Array.from({ length: 3000 }, (_, at) => `n${at}`);
    const told = toldOf(`<r>${names.map((name) => `<${name} ${name}="${name}"/>`).join('')}</r>`);
    expect(told.filter((_, at) => at % 2 === 1).slice(0, names.length)).toEqual(
      names.map((name) => [name, [[name, name]], `r/${name}`, 1]),
    );
  });
});

describe('looking at the root', () => {
  it('needs the beginning only', () => {
    const root = readXmlRoot(fileOf('<?xml version="1.0"?><!-- c --><document xmlns="urn:x" version="3"><a><b'));
    expect(root).toMatchObject({ name: 'document', namespace: 'urn:x', attributes: { version: '3' } });
  });

  it('reads its characters, wherever the beginning ends', () => {
    for (const name of ['document', 'documents']) {
      const root = readXmlRoot(fileOf(`<${name} version="ü"><a>${'ü'.repeat(5000)}</a>`));
      expect(root).toMatchObject({ name, attributes: { version: 'ü' } });
    }
  });

  it('finds one behind a long comment', () => {
    const root = readXmlRoot(fileOf(`<!-- ${'ü'.repeat(5000)} --><document version="ü"><a>${'ü'.repeat(5000)}</a><b`));
    expect(root).toMatchObject({ name: 'document', attributes: { version: 'ü' } });
  });

  it('is null for everything else', () => {
    for (const text of ['', 'a;b', '<', '<!-- only -->', '{"a":1}']) expect(readXmlRoot(fileOf(text))).toBeNull();
  });
});
