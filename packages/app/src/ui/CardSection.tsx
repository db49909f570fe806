import { type ReactNode, useId } from 'react';
import styles from './Card.module.css';
import { Card } from './Card.tsx';
import { Link } from './Link.tsx';

interface CardSectionProps {
  title: string;
  /** Where everything of this kind stands. */
  href: string;
  /** What the way there is called. */
  link: string;
  children: ReactNode;
}

/** A part of a page on a surface of its own: its heading, the way to the whole of it, and the first of it below. */
export function CardSection({ title, href, link, children }: CardSectionProps) {
  const heading = useId();
  return (
    <Card>
      <section className={styles.section} aria-labelledby={heading}>
        <header className={styles.head}>
          <h2 id={heading}>{title}</h2>
          <Link to={href}>{link}</Link>
        </header>
        {children}
      </section>
    </Card>
  );
}
