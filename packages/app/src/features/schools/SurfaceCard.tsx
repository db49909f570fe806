import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './SchoolSettingsScreen.module.css';

interface SurfaceCardProps {
  icon: IconName;
  title: string;
  /** Who sees what. */
  about: string;
  /** On or off, as text. */
  state: string;
  isOn: boolean;
  problem: string | null;
  onChange: (isOn: boolean) => void;
  /** The next steps, once it is on. */
  children?: ReactNode;
}

/** One public surface of the school, with its switch. */
export function SurfaceCard({ icon, title, about, state, isOn, problem, onChange, children }: SurfaceCardProps) {
  return (
    <Card>
      <section className={classes(styles.card, isOn && styles.isOn)} aria-label={title}>
        <div className={styles.head}>
          <span className={styles.icon}>
            <Icon name={icon} />
          </span>
          <h3>
            <Switch isSelected={isOn} onChange={onChange}>
              {title}
            </Switch>
          </h3>
        </div>
        <p className={styles.state}>{state}</p>
        <p>{about}</p>
        <Problem text={problem} />
        {isOn && children && <div className={styles.use}>{children}</div>}
      </section>
    </Card>
  );
}
