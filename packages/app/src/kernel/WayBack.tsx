import { useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { IconLink } from '../ui/IconLink.tsx';
import { isFormerPage } from './former-page.ts';
import { pageHead } from './page-head.ts';

interface WayBackProps {
  /** The page above this one. */
  href: string;
  /** Its name, or where it leads. */
  label: string;
  /** Another path of the same page. */
  also?: string;
}

/** A link to the page above; whoever came from there goes back to it as they left it. */
export function BackLink({ href, label, also }: WayBackProps) {
  const navigate = useNavigate();
  return (
    <IconLink
      icon="arrowLeft"
      label={label}
      to={href}
      onClick={(event) => {
        const opensAnother = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
        if (opensAnother || !isFormerPage(href.replace(/\?.*/, ''), also)) return;
        event.preventDefault();
        void navigate(-1);
      }}
    />
  );
}

/** The way back of a page that names it itself, before the title in the header. */
export function WayBack(props: WayBackProps) {
  const place = useStore(pageHead, ({ before }) => before);
  useLayoutEffect(() => {
    pageHead.setState(({ ways }) => ({ ways: ways + 1 }));
    return () => pageHead.setState(({ ways }) => ({ ways: ways - 1 }));
  }, []);
  return place && createPortal(<BackLink {...props} />, place);
}
