/**
 * The address of the running script: the module's own, `currentScript` in the ready-made bundle, or its tag where that
 * was loaded as a module. Read while loading.
 */
const SCRIPT =
  import.meta.url ||
  ((document.currentScript ?? document.querySelector('script[src$="/kreide.js"]')) as HTMLScriptElement | null)?.src ||
  location.href;

/** The server of an element: its attribute `api`, else the script's origin. Without a trailing slash. */
export function toApi(api: string | null): string {
  const wanted = api ?? SCRIPT;
  try {
    const url = new URL(wanted, location.href);
    return (api === null ? url.origin : url.origin + url.pathname).replace(/\/+$/, '');
  } catch {
    return wanted;
  }
}
