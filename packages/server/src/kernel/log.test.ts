import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

function logged(json: boolean, write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(
    createLog({
      json,
      write: (line) => {
        text += line;
      },
    }),
  );
  return text;
}

describe('the log', () => {
  it('is one JSON object a line in production', () => {
    const line = JSON.parse(logged(true, (log) => log.warn({ school_id: 7 }, 'slow')));
    expect(line).toMatchObject({ level: 'warn', school_id: 7, msg: 'slow' });
    expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('is readable in development, with the trace of an error', () => {
    const text = logged(false, (log) => log.error({ err: new Error('no chalk'), request_id: 'a1' }, 'failed'));
    expect(text).toMatch(/^\d\d:\d\d:\d\d error failed request_id=a1\nError: no chalk\n {4}at /);
  });

  it.each([true, false])('holds no secrets, however deep they stand (JSON: %s)', (json) => {
    const text = logged(json, (log) => {
      const headers = { authorization: 'Bearer geheim', cookie: 'a=geheim', 'set-cookie': 'geheim' };
      log.info({
        password: 'geheim',
        req: { headers },
        body: { token: 'geheim' },
        a: { b: { c: { password: 'geheim' } } },
      });
    });
    expect(text).toContain('[secret]');
    expect(text).not.toContain('geheim');
  });
});
