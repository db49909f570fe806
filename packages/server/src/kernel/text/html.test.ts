import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeHtmlIn, sanitizeHtmlOut, toExcerpt } from './html.ts';

const UUID = '0f3b2c9e-6a51-4d0e-9c53-8f1f6c1f2a10';
const ORIGIN = 'https://kreide.school.example';
const keep = (html: string) => sanitizeHtmlIn(html, { origin: ORIGIN });
const send = (html: string) =>
  sanitizeHtmlOut(html, { fileAddress: (uuid) => `/v1/files/${uuid}/Fest%20am%20See.webp?signature=s` });

/** Written independently of the sanitiser's rules: every `<` of a safe text begins one of these. */
const SAFE_TAG = new RegExp(
  [
    '</?(?:b|blockquote|caption|em|h2|h3|h4|i|li|p|strong|table|tbody|tfoot|thead|tr|u|ul)>',
    '<br ?/?>',
    '</?(?:a|ol|td|th)>',
    '<ol start="\\d+">',
    '<t[dh](?: (?:colspan="\\d+"|rowspan="\\d+"|scope="(?:col|row|colgroup|rowgroup)"))+>',
    '<a href="(?:https?://|mailto:|tel:)[^"<>]*" rel="noopener noreferrer" target="_blank">',
    `<img(?: (?:alt="[^"<>]*"|width="\\d+"|height="\\d+"))* src="/v1/files/[0-9a-f-]{36}/[^"<>/]+"(?: (?:alt="[^"<>]*"|width="\\d+"|height="\\d+"))* ?/?>`,
  ].join('|'),
  'g',
);

function isSafe(html: string): boolean {
  return !html.replace(SAFE_TAG, '').includes('<');
}

const NASTY = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  `<img src="/v1/files/${UUID}/a.png" onerror="alert(1)" srcset="https://evil.example/x.png 1x">`,
  `<img src="//evil.example/v1/files/${UUID}/a.png">`,
  `<img src="/v1/files/${UUID}/../../auth/logout">`,
  '<svg/onload=alert(1)>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href=" &#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="https://good.example/&quot; onclick=&quot;alert(1)">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action="https://evil.example"><input name=password><button>Go</button></form>',
  '<p style="position:fixed;inset:0" id="root" class="x" onclick="x()">',
  '<style>@import url(https://evil.example)</style>',
  '<base href="https://evil.example">',
  '<meta http-equiv=refresh content=0>',
  '<textarea></p><script>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>]]>',
  '<?php echo 1 ?>',
  '<td colspan="1e9" rowspan="-1" scope="javascript:">',
  '<template><script>alert(1)</script></template>',
  '<p',
  '">',
  "'",
  '</p>',
  '\0',
  '&lt;script&gt;',
  '&amp;lt;script&amp;gt;',
  '<h1>',
  '<ul><li>',
  '<table><tr><td>',
  'Text & more',
];
const nastyHtml = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...NASTY) }, fc.string({ unit: 'grapheme' })), {
    maxLength: 9,
  })
  .map((parts) => parts.join(''));

describe('user HTML', () => {
  it('of whatever kind holds nothing but known tags and attributes, in and out [D-4.10]', () => {
    for (const html of NASTY) expect([html, isSafe(keep(html))]).toEqual([html, true]);
    fc.assert(
      fc.property(nastyHtml, (html) => {
        expect(isSafe(keep(html))).toBe(true);
        expect(isSafe(send(html))).toBe(true);
        expect(keep(html)).not.toMatch(/alert\(1\)<\/script|javascript:/i);
      }),
      { numRuns: 500 },
    );
  });

  it('stays the same when it is sanitised again [D-4.10]', () => {
    fc.assert(
      fc.property(nastyHtml, (html) => {
        const once = keep(html);
        expect(keep(once)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps what a news text needs', () => {
    const html =
      '<h2>Sommerfest</h2><p>Am <strong>Freitag</strong>, <em>ab</em> 15&nbsp;Uhr:<br />Kuchen &amp; Spiele</p>' +
      '<ul><li>Hof</li></ul><ol start="3"><li>Halle</li></ol><blockquote><u>Alle</u> <b>sind</b> <i>da</i></blockquote>' +
      '<table><thead><tr><th scope="col" colspan="2">Zeit</th></tr></thead><tbody><tr><td>15:00</td><td>Tanz</td></tr></tbody></table>';
    expect(keep(html)).toBe(html.replace('&nbsp;', '\u00a0'));
    expect(keep('<h1>Titel</h1><div>Absatz</div><h6>klein</h6>')).toBe('<h2>Titel</h2><p>Absatz</p><h4>klein</h4>');
  });

  it('links lead out without a way back and only to what can be followed [D-4.10]', () => {
    const link = (href: string) => `<a href="${href}" rel="noopener noreferrer" target="_blank">x</a>`;
    expect(keep('<a href="https://school.example/a?b=1&amp;c" target="_self" rel="opener">x</a>')).toBe(
      link('https://school.example/a?b=1&amp;c'),
    );
    expect(keep('<a href="mailto:office@school.example">x</a>')).toBe(link('mailto:office@school.example'));
    expect(keep('<a href="tel:+4930123">x</a>')).toBe(link('tel:+4930123'));
    for (const href of ['javascript:alert(1)', 'file:///etc/passwd', '/logout', '//evil.example', 'vbscript:x']) {
      expect(keep(`<a href="${href}">x</a>`)).toBe('<a>x</a>');
    }
  });

  it('pictures are our own files only, kept without signature and sent with a fresh one [D-4.10] [D-4.14]', () => {
    const path = `/v1/files/${UUID}/Fest%20am%20See.webp`;
    const kept = `<p><img alt="Das Fest" width="640" src="${path}" /></p>`;
    for (const src of [`${path}?audience=user:1&amp;signature=old`, `${ORIGIN}${path}?expires=1`]) {
      expect(keep(`<p><img src="${src}" width="640" alt="Das Fest"></p>`)).toBe(kept);
    }
    expect(send(kept)).toBe(kept.replace('.webp"', '.webp?signature=s"'));
    for (const src of [
      `https://evil.example${path}`,
      `//evil.example${path}`,
      'data:image/png;base64,AA',
      '/v1/news',
      'x',
    ]) {
      expect(keep(`<p>a<img src="${src}">b</p>`)).toBe('<p>ab</p>');
    }
  });

  it('a picture that the reader may not see is left out', () => {
    const html = `<p>a<img alt="" src="/v1/files/${UUID}/a.webp" />b</p>`;
    expect(sanitizeHtmlOut(html, { fileAddress: () => null })).toBe('<p>ab</p>');
  });
});

describe('excerpt', () => {
  it('is one line of plain text, cut at a word', () => {
    const html = '<h2>Fest &amp; Spiel</h2><p>Am Freitag,<br>ab 15&nbsp;Uhr &lt;Hof&gt;</p><script>x()</script>';
    expect(toExcerpt(html, 200)).toBe('Fest & Spiel Am Freitag, ab 15 Uhr <Hof>');
    expect(toExcerpt(html, 24)).toBe('Fest & Spiel Am…');
    expect(toExcerpt(`<p>${'ü'.repeat(50)}</p>`, 10)).toBe(`${'ü'.repeat(9)}…`);
  });

  it('never grows beyond its limit', () => {
    fc.assert(
      fc.property(nastyHtml, fc.integer({ min: 2, max: 60 }), (html, maximum) => {
        expect([...toExcerpt(html, maximum)].length).toBeLessThanOrEqual(maximum);
      }),
    );
  });
});
