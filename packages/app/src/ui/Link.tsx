import type { ComponentProps } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  to: To;
  /** Takes the place of this page in the history; the page on screen, chosen again, always does. */
  replace?: true;
}

/** A link to another page of the app. The router's own also fetches ahead, in a way that this app does not use and would pay for. */
export function Link({ to, replace, onClick, ...props }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, replace && { replace });
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}
