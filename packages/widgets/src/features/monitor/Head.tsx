import type { TranslateIn } from '@kreide/core/kernel';
import { useState } from 'react';

export interface HeadProps {
  readonly api: string;
  readonly branding: string | null;
  readonly school: string;
  /** Time of day at the school. */
  readonly clock: string;
  readonly t: TranslateIn<'monitor'>;
}

/** Logo and name of the school, and the time. */
export function Head({ api, branding, school, clock, t }: HeadProps) {
  const logo = `${api}/brandings/${branding ?? 'default'}/logo.svg`;
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <header className="m-head" part="header">
      {broken !== logo && <img className="m-logo" src={logo} alt="" onError={() => setBroken(logo)} />}
      <p className="m-school">{school}</p>
      <p className="m-clock" part="clock">
        <span className="k-hidden">{t('clock')} </span>
        {clock}
      </p>
    </header>
  );
}
