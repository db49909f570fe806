import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, describe, expect, it } from 'vitest';
import { surfaces } from '../scripts/widget-surface.ts';

const ROOT = join(import.meta.dirname, '..');
const EXAMPLES = join(ROOT, 'examples');
const folder = mkdtempSync(join(tmpdir(), 'kreide-package-'));
afterAll(() => rmSync(folder, { recursive: true }));

const attributesOf = new Map(surfaces.map(({ tag, attributes }) => [tag as string, Object.keys(attributes)]));
const hasPhp = spawnSync('php', ['--version']).status === 0;
const filesIn = (path: string, ending: string) =>
  readdirSync(join(EXAMPLES, path), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(EXAMPLES, path, name));

describe('@kreide/widgets', () => {
  it('is packed, installed into an empty folder without any other package, and bundled, all elements or one [D-2.04] [D-2.15]', async () => {
    const packed = execFileSync(
      'npm',
      ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder, '-w', '@kreide/widgets'],
      { cwd: ROOT, encoding: 'utf8' },
    ).trim();
    const page = join(folder, 'page');
    mkdirSync(page);
    writeFileSync(join(page, 'package.json'), '{"name":"page","private":true,"type":"module"}');
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed)], { cwd: page });
    expect(readdirSync(join(page, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@kreide']);
    const installed = readdirSync(join(page, 'node_modules/@kreide/widgets'));
    expect(installed).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
    const entries = { all: "import '@kreide/widgets';", one: "import '@kreide/widgets/substitutions';" };
    const sizes: Record<string, number> = {};
    for (const [name, text] of Object.entries(entries)) {
      writeFileSync(join(page, `${name}.js`), text);
      const result = await build({
        root: page,
        configFile: false,
        logLevel: 'error',
        build: { write: false, rolldownOptions: { input: join(page, `${name}.js`) } },
      });
      const { output } = (Array.isArray(result) ? result[0] : result) as { output: { code?: string }[] };
      const code = output.map((file) => file.code ?? '').join('\n');
      sizes[name] = code.length;
      const defined = surfaces.map(({ tag }) => tag).filter((tag) => code.includes(tag));
      expect(defined, name).toEqual(name === 'all' ? surfaces.map(({ tag }) => tag) : ['kreide-substitutions']);
    }
    expect(sizes.one).toBeLessThan((sizes.all ?? 0) * 0.7);
    const types = readFileSync(join(page, 'node_modules/@kreide/widgets/jsx.d.ts'), 'utf8');
    for (const { tag } of surfaces) expect(types).toContain(`'${tag}'`);
  });
});

describe('the examples for content management systems', () => {
  it('write elements and attributes that there are', () => {
    const plugin = readFileSync(join(EXAMPLES, 'wordpress/kreide/kreide.php'), 'utf8');
    const list = /const KREIDE_ELEMENTS = array\(([\s\S]*?)\n\);/.exec(plugin)?.[1] ?? '';
    const blocks = [...list.matchAll(/'(\w+)' => array\(([^)]*)\)/g)].map(
      ([, name, names = '']) => [`kreide-${name}`, [...names.matchAll(/'([\w-]+)'/g)].map((one) => one[1])] as const,
    );
    expect(blocks.map(([tag]) => tag).toSorted()).toEqual([...attributesOf.keys()].toSorted());
    for (const [tag, names] of blocks) expect(attributesOf.get(tag), tag).toEqual(expect.arrayContaining([...names]));
    const [template = ''] = filesIn('typo3', '.html').map((file) => readFileSync(file, 'utf8'));
    const tags = [...template.matchAll(/<(kreide-\w+)([^>]*)>/g)];
    expect(tags.map(([, tag]) => tag).toSorted()).toEqual([...attributesOf.keys()].toSorted());
    for (const [, tag = '', rest = ''] of tags)
      for (const [, name] of rest.matchAll(/([\w-]+)=/g)) expect(attributesOf.get(tag), tag).toContain(name);
  });

  it.skipIf(!hasPhp)('are PHP without an error', () => {
    const files = [...filesIn('wordpress', '.php'), ...filesIn('typo3', '.php')];
    expect(files.length).toBeGreaterThan(3);
    for (const file of files)
      expect(execFileSync('php', ['-l', file], { encoding: 'utf8' })).toMatch(/^No syntax errors/);
  });

  it.skipIf(!hasPhp)('escape what an editor has written, and ask no server where none is set', () => {
    const harness = join(folder, 'wordpress.php');
    writeFileSync(
      harness,
      `<?php
define('ABSPATH', __DIR__);
$options = json_decode($argv[1], true); $scripts = array(); $shortcodes = array();
function add_action($hook, $call) { if ($hook === 'init') { $GLOBALS['init'] = $call; } }
function get_option($name, $otherwise = '') { return $GLOBALS['options'][$name] ?? $otherwise; }
function esc_attr($text) { return htmlspecialchars($text, ENT_QUOTES); }
function current_user_can($what) { return false; }
function plugins_url($path, $file) { return $path; }
function wp_json_encode($value) { return json_encode($value); }
function wp_register_script() {} function wp_add_inline_script() {}
function register_block_type($name, $type) { $GLOBALS['types'][$name] = $type; }
function wp_enqueue_script($name, $address) { $GLOBALS['scripts'][] = $address; }
function add_shortcode($tag, $call) { $GLOBALS['shortcodes'][$tag] = $call; }
require $argv[2];
$init();
echo json_encode(array($shortcodes['kreide-timetable'](array('entity-id' => '8c"><script>')), $types['kreide/news']['render_callback'](array('limit' => '2', 'onclick' => 'x')), $shortcodes['kreide-monitor'](''), $scripts));
`,
    );
    const render = (options: object) =>
      JSON.parse(
        execFileSync('php', [harness, JSON.stringify(options), join(EXAMPLES, 'wordpress/kreide/kreide.php')], {
          encoding: 'utf8',
        }),
      );
    expect(render({ kreide_server: 'https://kreide.example.org', kreide_school: 'lin"den' })).toEqual([
      '<kreide-timetable school="lin&quot;den" entity-id="8c&quot;&gt;&lt;script&gt;"></kreide-timetable>',
      '<kreide-news school="lin&quot;den" limit="2"></kreide-news>',
      '<kreide-monitor></kreide-monitor>',
      Array(3).fill('https://kreide.example.org/widgets/kreide.js'),
    ]);
    expect(render({})).toEqual(['', '', '', []]);
  });
});
