import { describe, expect, it } from 'vitest';
import { DocumentRefused, readDocument } from './document.ts';
import { MetadataRefused, readMetadata } from './metadata.ts';

const why = (xml: string) => {
  try {
    readDocument(xml);
    return null;
  } catch (thrown) {
    return thrown instanceof DocumentRefused ? thrown.reason : thrown;
  }
};

describe('a document of a stranger', () => {
  it('is read with its namespaces and its text', () => {
    const root = readDocument(
      '<?xml version="1.0"?><a:b xmlns:a="urn:x" ID="1">one<a:c a:ID="2">t&amp;<![CDATA[<w>]]></a:c></a:b>',
    );
    expect(root).toMatchObject({ name: 'b', uri: 'urn:x', attributes: { ID: '1' }, text: 'one' });
    expect(root.children).toMatchObject([{ name: 'c', uri: 'urn:x', text: 't&<w>', attributes: { 'a:ID': '2' } }]);
  });

  it('is refused with what no service writes', () => {
    for (const xml of [
      '<!DOCTYPE a><a/>',
      '<a><!-- --></a>',
      '<!-- --><a/>',
      '<a><?x y?></a>',
      '<a ID="1"><b ID="1"/></a>',
      '<a ID="1"><b id="1"/></a>',
      '<a xmlns:x="u" ID="1"><b x:Id="1"/></a>',
      '<a>'.repeat(41) + '</a>'.repeat(41),
      `<a>${'<b/>'.repeat(20_001)}</a>`,
    ])
      expect(why(xml), xml.slice(0, 60)).toBe('forbidden');
    for (const xml of [
      '',
      ' ',
      'a',
      '<a',
      '<a>',
      '<a/><b/>',
      '<x:a/>',
      '<a>&b;</a>',
      '<a b="1" b="2"/>',
      '<a>\u0001</a>',
    ])
      expect(why(xml), xml).toBe('malformed');
  });

  it('takes no time that grows faster than it, however it is built', () => {
    for (const part of ['<!--', '<![CDATA[', '<a ', '&', '<a>', ' ', '-->'])
      expect(() => readMetadata(`<a>${part.repeat(200_000 / part.length)}`), part).toThrow(MetadataRefused);
  });
});
