import { gzipSync } from 'node:zlib';
import { build, type InlineConfig, mergeConfig, type Plugin } from 'vite';
import { readyBundle } from '../../packages/widgets/vite.config.ts';

/** The elements in one file, drawn by React itself, as a release has them at `react/kreide.js`. */
export async function buildReactTwin(): Promise<string> {
  return Object.values(await scriptsOf(readyBundle('react'))).join('\n');
}

/** The built scripts by file name. */
export type Scripts = Readonly<Record<string, string>>;

/** The built files that are data, such as texts, by file name. */
export type Assets = Readonly<Record<string, string>>;

/** The scripts of a production build that writes nothing. */
export async function scriptsOf(config: InlineConfig): Promise<Scripts> {
  return (await builtBy(config)).scripts;
}

/** Scripts and data of a production build that writes nothing. */
export async function builtBy(config: InlineConfig): Promise<{ scripts: Scripts; assets: Assets }> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  const result = await build(mergeConfig(config, { logLevel: 'silent', build: { write: false } })).finally(() => {
    // What was not set would come back as the word "undefined".
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  });
  const { output } = [result].flat()[0] as {
    output: { type: string; fileName: string; code?: string; source?: unknown }[];
  };
  const entriesOf = (wanted: string, key: 'code' | 'source') =>
    Object.fromEntries(output.filter(({ type }) => type === wanted).map((file) => [file.fileName, String(file[key])]));
  return { scripts: entriesOf('chunk', 'code'), assets: entriesOf('asset', 'source') };
}

/** Transferred size of a text, bytes. */
export const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length;

const OF_REACT = `
import { createElement, memo, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
globalThis.all = [createElement, memo, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, flushSync, createRoot, Fragment, jsx, jsxs];
`;

/** The size of React alone with the functions that the elements use: gzipped bytes. */
export async function reactSize(): Promise<number> {
  const entry: Plugin = {
    name: 'react-alone',
    resolveId: (id) => (id === 'react-alone' ? '\0react-alone' : null),
    load: (id) => (id === '\0react-alone' ? OF_REACT : null),
  };
  const scripts = await scriptsOf({
    configFile: false,
    root: import.meta.dirname,
    plugins: [entry],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { rolldownOptions: { input: 'react-alone', output: { format: 'iife' } } },
  });
  return gzipped(Object.values(scripts).join('\n'));
}
