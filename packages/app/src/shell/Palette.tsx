import { type SearchHit, timetableApi } from '@kreide/core/features/timetable';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { useLocation, useNavigate } from 'react-router';
import { queryOf } from '../kernel/reading.ts';
import { useSelf } from '../kernel/session.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { classes } from '../ui/classes.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import options from '../ui/Options.module.css';
import styles from './Palette.module.css';
import { matching, type PaletteItem, toPlanHref } from './palette.ts';
import { useScreens } from './use-screens.ts';

/** Most screens that are listed before anything is typed or when much matches. */
const SCREENS_MAXIMUM = 10;

interface Found extends PaletteItem {
  icon: IconName;
  about?: string;
}

/** The plans that match, by the quick search; nothing for those who may only see their own. */
function usePlans(wish: string): Found[] {
  const { t } = useTranslation('timetable', { useSuspense: false });
  const { permissions } = useSelf();
  const location = useLocation();
  const keyword = useDeferredValue(wish.trim());
  const hits = useQuery({
    ...queryOf(timetableApi.search, { query: { keyword } }, { retries: 0, staleTime: 60_000 }),
    enabled: keyword !== '' && permissions.includes('view-timetable-all'),
    placeholderData: (former) => former,
  });
  const toFound = ({ entity, id, shortcut, name }: SearchHit): Found => ({
    href: toPlanHref({ entity, id }, location),
    text: shortcut,
    about: [t(`entity_${entity}`), name].filter((part) => part && part !== shortcut).join(' · '),
    icon: 'calendar',
  });
  return keyword === '' ? [] : (hits.data ?? []).map(toFound);
}

/** Every screen that the user may open, and the plans of classes, teachers, rooms and courses: Ctrl+K. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['frame', 'shell']);
  const navigate = useNavigate();
  const [wish, setWish] = useState('');
  const screens: Found[] = matching(useScreens(), wish).slice(0, SCREENS_MAXIMUM);
  const sections = [
    { key: 'screens', title: t('palette.screens'), items: screens },
    { key: 'plans', title: t('palette.plans'), items: usePlans(wish) },
  ].filter(({ items }) => items.length > 0);

  function open(href: string) {
    onClose();
    navigate(href);
  }
  /** Results that came after the last key are not focused yet: Enter takes the first. */
  function onKey({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
    const focused = document.getElementById(currentTarget.getAttribute('aria-activedescendant') ?? '');
    const first = sections[0]?.items[0];
    if (key === 'Enter' && !focused && first) open(first.href);
  }

  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className={classes(styles.backdrop)}>
      <Modal className={classes(styles.modal)}>
        <AriaDialog aria-label={t('shell:header.search')} className={classes(styles.dialog)}>
          <Autocomplete inputValue={wish} onInputChange={setWish}>
            <SearchField aria-label={t('palette.label')} autoFocus className={classes(styles.field)}>
              <Icon name="search" size={20} />
              <Input placeholder={t('palette.label')} className={classes(styles.input)} onKeyDown={onKey} />
              <kbd>Esc</kbd>
            </SearchField>
            <Menu
              aria-label={t('palette.results')}
              className={classes(styles.list)}
              onAction={(href) => open(String(href))}
              renderEmptyState={() => <p className={options.empty}>{t('palette.none', { text: wish })}</p>}
            >
              {sections.map(({ key, title, items }) => (
                <MenuSection key={key} id={key}>
                  <Header className={classes(styles.title)}>{title}</Header>
                  {items.map((item) => (
                    <MenuItem key={item.href} id={item.href} textValue={item.text} className={classes(options.option)}>
                      <Icon name={item.icon} size={20} />
                      <span>
                        {item.text}
                        {item.about && <span className={styles.about}>{item.about}</span>}
                      </span>
                    </MenuItem>
                  ))}
                </MenuSection>
              ))}
            </Menu>
          </Autocomplete>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
