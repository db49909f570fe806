import type { NewDocument } from '@kreide/core/features/cloud';
import { strToU8, zipSync } from 'fflate';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'application/vnd.openxmlformats-officedocument';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';

/** Which part of a package refers to which: the last word of each kind, and its place. */
const relations = (...parts: readonly (readonly [kind: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${parts
    .map(([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** What each part of a package is. */
const contentTypes = (parts: Readonly<Record<string, string>>): string =>
  `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
    parts,
  )
    .map(([name, type]) => `<Override PartName="/${name}" ContentType="${MAIN}.${type}+xml"/>`)
    .join('')}</Types>`;

/** A text of one empty paragraph, on a page of A4 with usual margins. */
const DOCUMENT = {
  '[Content_Types].xml': contentTypes({ 'word/document.xml': 'wordprocessingml.document.main' }),
  '_rels/.rels': relations(['officeDocument', 'word/document.xml']),
  'word/document.xml':
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p/><w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1134" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>',
};

/** A book of one empty sheet. */
const WORKBOOK = {
  '[Content_Types].xml': contentTypes({
    'xl/workbook.xml': 'spreadsheetml.sheet.main',
    'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
  }),
  '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
  'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml']),
  'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/worksheets/sheet1.xml':
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>',
};

const TREE =
  '<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/></p:spTree></p:cSld>';
const NAMES = `xmlns:a="${DRAWING}" xmlns:r="${OFFICE}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
const MAPPED = '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>';
const COLOURS: Readonly<Record<string, string>> = {
  dk1: '000000',
  lt1: 'FFFFFF',
  dk2: '44546A',
  lt2: 'E7E6E6',
  accent1: '4472C4',
  accent2: 'ED7D31',
  accent3: 'A5A5A5',
  accent4: 'FFC000',
  accent5: '5B9BD5',
  accent6: '70AD47',
  hlink: '0563C1',
  folHlink: '954F72',
};
const FONT = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>';
const three = (part: string): string => part.repeat(3);
const FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const THEME = `<a:theme xmlns:a="${DRAWING}" name="Office"><a:themeElements><a:clrScheme name="Office">${Object.entries(
  COLOURS,
)
  .map(([name, colour]) => `<a:${name}><a:srgbClr val="${colour}"/></a:${name}>`)
  .join(
    '',
  )}</a:clrScheme><a:fontScheme name="Office"><a:majorFont>${FONT}</a:majorFont><a:minorFont>${FONT}</a:minorFont></a:fontScheme><a:fmtScheme name="Office"><a:fillStyleLst>${three(FILL)}</a:fillStyleLst><a:lnStyleLst>${three(`<a:ln w="6350">${FILL}</a:ln>`)}</a:lnStyleLst><a:effectStyleLst>${three('<a:effectStyle><a:effectLst/></a:effectStyle>')}</a:effectStyleLst><a:bgFillStyleLst>${three(FILL)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;

/** A presentation of one empty slide, 16 to 9. */
const PRESENTATION = {
  '[Content_Types].xml': contentTypes({
    'ppt/presentation.xml': 'presentationml.presentation.main',
    'ppt/slideMasters/slideMaster1.xml': 'presentationml.slideMaster',
    'ppt/slideLayouts/slideLayout1.xml': 'presentationml.slideLayout',
    'ppt/slides/slide1.xml': 'presentationml.slide',
    'ppt/theme/theme1.xml': 'theme',
  }),
  '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
  'ppt/_rels/presentation.xml.rels': relations(
    ['slideMaster', 'slideMasters/slideMaster1.xml'],
    ['slide', 'slides/slide1.xml'],
    ['theme', 'theme/theme1.xml'],
  ),
  'ppt/presentation.xml': `<p:presentation ${NAMES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
  'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations(
    ['slideLayout', '../slideLayouts/slideLayout1.xml'],
    ['theme', '../theme/theme1.xml'],
  ),
  'ppt/slideMasters/slideMaster1.xml': `<p:sldMaster ${NAMES}>${TREE}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
  'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations(['slideMaster', '../slideMasters/slideMaster1.xml']),
  'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout ${NAMES} type="blank">${TREE}${MAPPED}</p:sldLayout>`,
  'ppt/slides/_rels/slide1.xml.rels': relations(['slideLayout', '../slideLayouts/slideLayout1.xml']),
  'ppt/slides/slide1.xml': `<p:sld ${NAMES}>${TREE}${MAPPED}</p:sld>`,
  'ppt/theme/theme1.xml': THEME,
};

const PARTS: Readonly<Record<NewDocument, Readonly<Record<string, string>>>> = {
  doc: DOCUMENT,
  sheet: WORKBOOK,
  slide: PRESENTATION,
};

/** The bytes of an empty document (ECMA-376), the same every time. */
export function createDocument(type: NewDocument): Uint8Array {
  const parts = Object.entries(PARTS[type]).map(([name, xml]) => [name, strToU8(HEAD + xml)] as const);
  return zipSync(Object.fromEntries(parts), { mtime: '1980-01-01T00:00:00', level: 9 });
}
