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

/** The plans that match, favourites first, by the quick search; without a wish the favourites; nothing for those who may only see their own. */
function usePlans(wish: string): Found[] {
  const { t } = useTranslation(['timetable', 'plan-search'], { useSuspense: false });
  const { permissions } = useSelf();
  const location = useLocation();
  const keyword = useDeferredValue(wish.trim());
  const mayFind = permissions.includes('view-timetable-all');
  const favourites = useQuery({ ...queryOf(timetableApi.listFavourites, {}, { retries: 0 }), enabled: mayFind });
  const marked = new Set(favourites.data?.map(nameOf));
  const isMarked = (hit: SearchHit) => marked.has(nameOf(hit));
  const hits = useQuery({
    ...queryOf(timetableApi.search, { query: { keyword } }, { retries: 0, staleTime: 60_000 }),
    enabled: keyword !== '' && mayFind,
    placeholderData: (former) => former,
  });
  const toFound = (hit: SearchHit): Found => ({
    href: toPlanHref(hit, location),
    text: hit.shortcut,
    about: [t(`entity_${hit.entity}`), hit.name, keyword !== '' && isMarked(hit) && t('plan-search:favourite')]
      .filter((part) => part && part !== hit.shortcut)
      .join(' · '),
    icon: isMarked(hit) ? 'star' : 'timetable',
  });
  const found = (keyword === '' ? favourites : hits).data ?? [];
  return found.toSorted((one, other) => Number(isMarked(other)) - Number(isMarked(one))).map(toFound);
}

const nameOf = ({ entity, id }: SearchHit) => `${entity} ${id}`;

/** Every screen that the user may open, and the plans of classes, teachers, rooms and courses: Ctrl+K. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['frame', 'shell']);
  const { t: words } = useTranslation('plan-search', { useSuspense: false });
  const navigate = useNavigate();
  const [wish, setWish] = useState('');
  const screens: Found[] = matching(useScreens(), wish).slice(0, SCREENS_MAXIMUM);
  const plans = usePlans(wish);
  const places = { key: 'screens', title: t('palette.screens'), items: screens };
  const isWish = wish.trim() !== '';
  const sections = (
    isWish
      ? [places, { key: 'plans', title: t('palette.plans'), items: plans }]
      : [{ key: 'favourites', title: words('favourites'), items: plans }, places]
  ).filter(({ items }) => items.length > 0);

  function open(href: string) {
    onClose();
    navigate(href);
  }
  /** Nothing is focused until an arrow is pressed: Enter takes the first, which is marked as long as a wish is typed. */
  function onKey({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
    const focused = document.getElementById(currentTarget.getAttribute('aria-activedescendant') ?? '');
    const first = sections[0]?.items[0];
    if (key === 'Enter' && !focused && first) open(first.href);
  }

  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className={classes(styles.backdrop)}>
      <Modal className={classes(styles.modal)}>
        <AriaDialog aria-label={t('shell:header.search')} className={classes(styles.dialog)}>
          {/* What is listed changes as answers come, and a marker that is set by typing would stay on what has gone. */}
          <Autocomplete inputValue={wish} onInputChange={setWish} disableAutoFocusFirst>
            <SearchField aria-label={t('palette.label')} autoFocus className={classes(styles.field)}>
              <Icon name="search" size={20} />
              <Input placeholder={t('palette.label')} className={classes(styles.input)} onKeyDown={onKey} />
              <kbd>Esc</kbd>
            </SearchField>
            <Menu
              aria-label={t('palette.results')}
              className={classes(styles.list, isWish && styles.taken)}
              onAction={(id) => open(String(id).replace(/^\S+ /, ''))}
              renderEmptyState={() => <p className={options.empty}>{t('palette.none', { text: wish })}</p>}
            >
              {sections.map(({ key, title, items }) => (
                <MenuSection key={key} id={key}>
                  <Header className={classes(styles.title)}>{title}</Header>
                  {items.map((item) => (
                    // Not the address alone: what goes from the favourites to the plans would lose the marker of the list.
                    <MenuItem
                      key={item.href}
                      id={`${key} ${item.href}`}
                      textValue={item.text}
                      className={classes(options.option, styles.item)}
                    >
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
