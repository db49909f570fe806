import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Recorded, startRecording } from './recording.ts';

/** What a browser's recorder was asked to do. */
class Recorder {
  static readonly all: Recorder[] = [];
  static supported: readonly string[] = [];
  static isTypeSupported = (type: string) => Recorder.supported.includes(type);
  state = 'inactive';
  mimeType: string;
  slice: number | undefined;
  readonly stream: unknown;
  readonly options: { mimeType?: string; audioBitsPerSecond?: number };
  ondataavailable: (event: { data: Blob }) => void = () => {};
  onstop: () => void = () => {};
  onerror: () => void = () => {};
  constructor(stream: unknown, options: { mimeType?: string }) {
    this.stream = stream;
    this.options = options;
    this.mimeType = options.mimeType ?? 'audio/own';
    Recorder.all.push(this);
  }
  start(slice: number) {
    this.state = 'recording';
    this.slice = slice;
  }
  say(text: string) {
    this.ondataavailable({ data: new Blob([text]) });
  }
  stop() {
    this.state = 'inactive';
    this.onstop();
  }
}

const tracks: { stop: () => void }[] = [];
const asked: unknown[] = [];
const isStopped = () => tracks.map(({ stop }) => vi.mocked(stop).mock.calls.length > 0);
const release = vi.fn(async () => {});

beforeEach(() => {
  vi.useFakeTimers();
  Recorder.all.length = 0;
  Recorder.supported = ['audio/webm;codecs=opus'];
  tracks.length = 0;
  asked.length = 0;
  release.mockClear();
  vi.stubGlobal('MediaRecorder', Recorder);
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: async (wanted: unknown) => {
        asked.push(wanted);
        const track = { stop: vi.fn() };
        tracks.push(track);
        return { getTracks: () => [track] };
      },
    },
    wakeLock: { request: async () => ({ release }) },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function begin() {
  const ended: Recorded[] = [];
  const recording = await startRecording((recorded) => void ended.push(recorded));
  const recorder = Recorder.all.at(-1);
  if (!recorder) throw new Error('nothing records');
  return { ended, recording, recorder };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('a recording', () => {
  it('is of one channel and 32 kbit a second, handed over second by second [C-7.51]', async () => {
    const { ended, recording, recorder } = await begin();
    expect(asked).toMatchObject([{ audio: { channelCount: 1 } }]);
    expect(recorder.options).toEqual({ audioBitsPerSecond: 32_000, mimeType: 'audio/webm;codecs=opus' });
    expect(recorder.slice).toBe(1000);
    recorder.say('eins ');
    await vi.advanceTimersByTimeAsync(7_400);
    recorder.say('zwei');
    expect(recording.elapsed()).toBeCloseTo(7.4);
    recording.stop();
    await settle();
    const [recorded] = ended;
    expect(recorded).toMatchObject({ seconds: 7 });
    expect([await recorded?.content.text(), recorded?.content.type]).toEqual(['eins zwei', 'audio/webm;codecs=opus']);
    // Nothing here can read it: it is sent all the same, with a flat wave form.
    expect(recorded?.wave).toBe(Buffer.alloc(64).toString('base64'));
    expect(isStopped()).toEqual([true]);
    expect(release).toHaveBeenCalledOnce();
  });

  it('is what the browser decides where it knows none of ours, and says the type that it really is [C-7.51]', async () => {
    Recorder.supported = [];
    const { ended, recording, recorder } = await begin();
    expect(recorder.options).toEqual({ audioBitsPerSecond: 32_000 });
    recording.stop();
    await settle();
    expect(ended[0]?.content.type).toBe('audio/own');
    // However short it was.
    expect(ended[0]?.seconds).toBe(1);
  });

  it('ends after five minutes, or when the device ends it: what there is is kept, once [C-7.51]', async () => {
    const { ended, recording } = await begin();
    await vi.advanceTimersByTimeAsync(299_999);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toMatchObject([{ seconds: 300 }]);
    recording.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ended).toHaveLength(1);
    const second = await begin();
    second.recorder.say('bis');
    await vi.advanceTimersByTimeAsync(2_000);
    // As when the phone rings.
    second.recorder.stop();
    await settle();
    expect(second.ended).toMatchObject([{ seconds: 2 }]);
    expect(isStopped()).toEqual([true, true]);
    // Each opened the microphone anew.
    expect(asked).toHaveLength(2);
  });

  it('that is dropped is told to nobody, and the microphone is off [C-7.51]', async () => {
    const { ended, recording } = await begin();
    recording.abort();
    await vi.advanceTimersByTimeAsync(600_000);
    expect([ended, isStopped()]).toEqual([[], [true]]);
    expect(release).toHaveBeenCalledOnce();
  });

  it('that cannot begin turns the microphone off', async () => {
    vi.stubGlobal(
      'MediaRecorder',
      class {
        static isTypeSupported = () => false;
        constructor() {
          throw new DOMException('', 'NotSupportedError');
        }
      },
    );
    await expect(startRecording(() => {})).rejects.toThrow();
    expect(isStopped()).toEqual([true]);
  });
});
