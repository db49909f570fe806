import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
  Page,
  Response,
} from 'playwright-core';
import { API_BASE } from '../../packages/core/src/kernel/index.ts';
import { PATIENCE } from './browser.ts';

/** A browser profile with one page, as new: nothing is stored in it and nothing open. */
export interface Profile {
  context: BrowserContext;
  page: Page;
  /** That of the page; a script that is added here is its owner's to take away again. */
  addInitScript: Page['addInitScript'];
  /** Leaves the profile to the next flow of this browser, or closes it. */
  release(): Promise<void>;
}

interface Kept extends Omit<Profile, 'release'> {
  openDevTools(): Promise<CDPSession>;
  /** Takes back what a flow has added to its pages, and what media they were shown on. */
  takeBack(): Promise<void>;
  /** Something was done in it that cannot be undone. */
  isSpoilt: boolean;
  /** It may have parts of the app that the page has not asked for. */
  hasMore: boolean;
}

/** What stays with a context, a page or its clock: whoever calls it is the last in this profile. */
const LASTING = {
  context: [
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setGeolocation',
  ],
  page: ['close', 'exposeBinding', 'exposeFunction', 'routeWebSocket', 'setExtraHTTPHeaders'],
  clock: ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'],
} as const;

/** What a flow may have listened for. */
const HEARD = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'page',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
];

/** What nobody uses, per browser and per what it was made with. */
const free = new WeakMap<Browser, Map<string, Kept[]>>();
/** A profile takes a hundred megabytes: so many of them wait for the next file. */
const WAITING = 4;

/**
 * A profile of this browser. The one of an earlier flow is emptied and used again: it has the scripts of the app, and has compiled them,
 * which is most of what a first page costs. With `isFirstVisit` it has nothing of the app.
 */
export async function takeProfile(
  browser: Browser,
  options: BrowserContextOptions,
  isFirstVisit = false,
): Promise<Profile> {
  const { viewport, ...lasting } = options;
  const key = JSON.stringify(lasting);
  const found = free.get(browser) ?? new Map<string, Kept[]>();
  free.set(browser, found);
  const others = found.get(key) ?? [];
  found.set(key, others);
  const kept = others.pop();
  if (kept && viewport) await kept.page.setViewportSize(viewport);
  if (kept && isFirstVisit) await clearCache(kept);
  const profile = kept ?? (await makeProfile(browser, options));
  profile.hasMore = !isFirstVisit && !profile.isSpoilt;
  const { page, context, addInitScript } = profile;
  const origins = new Set<string>();
  page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin));
  let mayBeStale = false;
  context.on('response', (response) => {
    mayBeStale ||= isStaleSoon(response);
  });
  const release = async () => {
    for (const one of [...context.pages(), context]) await one.unrouteAll({ behavior: 'ignoreErrors' });
    const isEmptied = !profile.isSpoilt && (await empty(profile, { origins, mayBeStale }).catch(() => false));
    if (isEmptied) others.push(profile);
    else await context.close();
  };
  return { context, page, addInitScript, release };
}

/** Closes what a file leaves open in this browser, except some profiles that are as new. */
export async function tidyProfiles(browser: Browser): Promise<void> {
  const waiting = [...(free.get(browser)?.values() ?? [])].flat().slice(-WAITING);
  for (const [key, others] of free.get(browser) ?? [])
    free.get(browser)?.set(
      key,
      others.filter((one) => waiting.includes(one)),
    );
  const keeps = new Set(waiting.map(({ context }) => context));
  for (const context of browser.contexts()) if (!keeps.has(context)) await context.close();
}

async function clearCache({ openDevTools }: Kept): Promise<void> {
  const devTools = await openDevTools();
  await devTools.send('Network.clearBrowserCache');
  await devTools.detach();
}

async function makeProfile(browser: Browser, options: BrowserContextOptions): Promise<Kept> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const newCDPSession = context.newCDPSession.bind(context);
  const openDevTools = () => newCDPSession(page);
  // A worker outlives what is emptied for as long as it has something to do.
  const isSpoilt = options.serviceWorkers === 'allow';
  const added: Disposable[] = [];
  const own = page.addInitScript.bind(page);
  for (const target of [page, context]) {
    const add = target.addInitScript.bind(target);
    target.addInitScript = async (...values) => {
      const script = await add(...values);
      added.push(script);
      return script;
    };
  }
  const { colorScheme = 'light', reducedMotion = 'no-preference' } = options;
  const emulateMedia = page.emulateMedia.bind(page);
  let isOtherMedia = false;
  page.emulateMedia = async (media) => {
    isOtherMedia = true;
    await emulateMedia(media);
  };
  const takeBack = async () => {
    for (const script of added.splice(0)) await script.dispose();
    const none = { media: null, forcedColors: null, contrast: null };
    if (isOtherMedia) await emulateMedia({ ...none, colorScheme, reducedMotion });
    isOtherMedia = false;
  };
  const kept: Kept = {
    context,
    page,
    addInitScript: own,
    openDevTools,
    takeBack,
    isSpoilt,
    hasMore: false,
  };
  const spoilBy = (target: object, names: readonly string[]) => {
    const methods = target as Record<string, (...values: unknown[]) => unknown>;
    for (const name of names) {
      const method = methods[name];
      if (!method) throw new Error(`The driver of the browser has no ${name}.`);
      methods[name] = (...values) => {
        kept.isSpoilt = true;
        return method.apply(target, values);
      };
    }
  };
  const setOffline = context.setOffline.bind(context);
  context.setOffline = async (isOffline) => {
    if (isOffline && kept.hasMore)
      throw new Error(
        'Without a network it matters which parts of the app the browser has: open it with isFirstVisit.',
      );
    await setOffline(isOffline);
  };
  spoilBy(context, LASTING.context);
  spoilBy(page, LASTING.page);
  spoilBy(context.clock, LASTING.clock);
  return kept;
}

/**
 * What the browser may give the next flow without asking, and that says something else by then: an answer of the API, or a page. Scripts,
 * styles, fonts and pictures of the build are the same for all flows of a run: to fetch and compile them again is a third of a page's cost.
 */
function isStaleSoon(response: Response): boolean {
  if (!/max-age=[1-9]/.test(response.headers()['cache-control'] ?? '')) return false;
  const isOfBuild = !['document', 'fetch', 'xhr'].includes(response.request().resourceType());
  return !isOfBuild || new URL(response.url()).pathname.startsWith(API_BASE);
}

/** @returns whether the profile is as new */
async function empty(
  { context, page, openDevTools, takeBack }: Kept,
  { origins, mayBeStale }: { origins: ReadonlySet<string>; mayBeStale: boolean },
): Promise<boolean> {
  // By name: the driver itself listens for others.
  for (const name of HEARD) for (const one of [page, context]) one.removeAllListeners(name);
  for (const one of context.pages()) if (one !== page) await one.close();
  await context.setOffline(false);
  await takeBack();
  await page.goto('about:blank');
  // Only for now: beside another session, a page that is opened anew is no longer without a network.
  const devTools = await openDevTools();
  for (const origin of [...origins].filter((one) => one !== 'null'))
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await context.clearCookies();
  if (mayBeStale) await devTools.send('Network.clearBrowserCache');
  await devTools.send('Page.resetNavigationHistory');
  await devTools.detach();
  return true;
}
