/** The first address in a stack: that of the script that made it. */
function ofStack(stack = ''): string | undefined {
  return /https?:\/\/[^\s()]+?(?=:\d+:\d+)/.exec(stack)?.[0];
}

/**
 * The address of the running script: the module's own, `currentScript` in the ready-made bundle, and where that was loaded as
 * a module, in which a classic script may not ask for its address, what an error says. Read while loading.
 */
const SCRIPT =
  import.meta.url ||
  (document.currentScript as HTMLScriptElement | null)?.src ||
  ofStack(new Error().stack) ||
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
