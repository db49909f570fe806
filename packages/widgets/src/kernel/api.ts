/**
 * The script that is running: the module's own address, `currentScript` in the ready bundle, its tag where it was loaded as a module.
 * Read while loading.
 */
const SCRIPT =
  import.meta.url ||
  ((document.currentScript ?? document.querySelector('script[src$="/kreide.js"]')) as HTMLScriptElement | null)?.src ||
  location.href;

/** The server of an element: its attribute `api`, else where the script came from. Without a slash at the end. */
export function toApi(api: string | null): string {
  const wanted = api ?? SCRIPT;
  try {
    const url = new URL(wanted, location.href);
    return (api === null ? url.origin : url.origin + url.pathname).replace(/\/+$/, '');
  } catch {
    return wanted;
  }
}
