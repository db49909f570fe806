import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the library of the protocol costs nothing before a school uses it: the feature loads without it', () => {
  const feature = join(import.meta.dirname, 'feature.ts');
  const script = `
    import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({ resolve(name, context, next) { seen.push(name); return next(name, context); } });
    await import(${JSON.stringify(feature)});
    const early = seen.filter((name) => /^(oidc-provider|light-my-request|koa)$/.test(name));
    console.log(JSON.stringify({ early, isSeen: seen.includes('./provider.ts') }));
    process.exit();`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stderr.replaceAll(/\(node:\d+\).*|\(Use .*/g, '').trim()).toBe('');
  expect(JSON.parse(stdout)).toEqual({ early: [], isSeen: true });
});
