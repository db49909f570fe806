import { Suspense, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { branding } from '../kernel/branding.ts';
import { pageHead, setHeadAfter, setHeadBefore } from '../kernel/page-head.ts';
import { useSelf } from '../kernel/session.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { BackLink } from '../kernel/WayBack.tsx';
import { IconButton } from '../ui/Button.tsx';
import { Link } from '../ui/Link.tsx';
import { headerActions } from './feature-routes.ts';
import styles from './Header.module.css';
import { isFor } from './is-for.ts';
import { AppSwitcher, HintDialog } from './late.ts';
import { PaletteButton } from './PaletteButton.tsx';
import { useHeaderHiding } from './use-header-hiding.ts';
import { useParentPage } from './use-parent-page.ts';
import { usePageTitle, useRouteHandle } from './use-route-title.ts';

/**
 * One row: title of the page (C-2.61), search, what features add, the page's hint (C-2.70), its help, the menu (C-2.71). Where
 * there is no room for the help, the menu has it.
 */
export function Header({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation('shell');
  const self = useSelf();
  const title = usePageTitle();
  const parent = useParentPage();
  const head = useStore(pageHead, (state) => state.head);
  const { hint, noSchoolHeader } = useRouteHandle();
  const about = head?.about ?? (noSchoolHeader ? undefined : self.school.name);
  const hasMarketing = useStore(branding, (state) => state.brand.marketing);
  // An answer that was kept before an update may be without them.
  const products = (self.products ?? []).filter(({ is_marketing }) => hasMarketing || !is_marketing);
  const [openHint, setOpenHint] = useState<typeof hint>();
  const header = useRef<HTMLElement>(null);
  useHeaderHiding(header);
  return (
    <header ref={header} className={styles.header}>
      {parent && (
        <div className={parent.isBeside ? styles.narrow : styles.before}>
          <BackLink href={parent.href} label={t('back')} />
        </div>
      )}
      <div ref={setHeadBefore} className={styles.before} />
      <div className={styles.heading} data-about={head?.isAboutKept || undefined}>
        <h1>{title}</h1>
        {about && <p>{about}</p>}
      </div>
      <div className={styles.actions}>
        <div ref={setHeadAfter} className={styles.before} />
        <PaletteButton />
        {products.length > 0 && (
          <Suspense fallback={null}>
            <AppSwitcher products={products} />
          </Suspense>
        )}
        {headerActions.map(({ order, needs, Component }) => isFor(needs, self) && <Component key={order} />)}
        {hint && <IconButton icon="info" label={t('header.hint')} onPress={() => setOpenHint(hint)} />}
        <Link to={`/help?at=${location.pathname}`} aria-label={t('header.help')} />
        <span className={styles.menu}>
          <IconButton icon="menu" label={t('header.menu')} aria-haspopup="dialog" onPress={onMenu} />
        </span>
      </div>
      {openHint && (
        <Suspense fallback={null}>
          <HintDialog hint={openHint} onClose={() => setOpenHint(undefined)} />
        </Suspense>
      )}
    </header>
  );
}
