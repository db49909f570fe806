import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { usePageHead } from '../../kernel/page-head.ts';
import { session } from '../../kernel/session.ts';
import styles from './Authenticator.module.css';

interface PageProps {
  title: string;
  /** The purpose of the page. */
  about: string;
  children: ReactNode;
}

/** A page of the authenticator: its heading, which the header of the app has already for who is signed in. */
export function Page({ title, about, children }: PageProps) {
  usePageHead({ title });
  const isSignedIn = useStore(session, (state) => state.isSignedIn);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        {!isSignedIn && <h1>{title}</h1>}
        <p className={styles.about}>{about}</p>
      </div>
      {children}
    </div>
  );
}
