import { type CloudFile, isFolder as isFolderOf } from '@kreide/core/features/cloud';
import { isAllowed, type Language, writeAgo, writeMoment, writeSize } from '@kreide/core/kernel';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import { writeLength } from '../../kernel/length.ts';
import { serverAddress } from '../../kernel/server-address.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { classes } from '../../ui/classes.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Link } from '../../ui/Link.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Cloud.module.css';
import { RenameField } from './RenameField.tsx';
import { Tile } from './Tile.tsx';
import { canShare } from './use-changes.ts';

/** What can be begun from a row. */
export type RowAction = 'edit' | 'together' | 'alone' | 'rename' | 'move' | 'delete' | 'download' | 'share' | 'details';

interface FileRowProps {
  file: CloudFile;
  /** Where its folder opens. */
  href: string;
  /** Chosen or not; null: nothing is being chosen. */
  isChosen: boolean | null;
  isRenaming: boolean;
  /** The folder of an entry that a search has found. */
  hasPath: boolean;
  onChoose: () => void;
  onRenamed: (name: string | null) => void;
  onAction: (action: RowAction) => void;
}

/** A file or folder: its kind, its name above size, day and the person who brought it, and its actions (C-5.27). */
export function FileRow({ file, href, isChosen, isRenaming, hasPath, onChoose, onRenamed, onAction }: FileRowProps) {
  const { t } = useTranslation('cloud');
  const { name, extension, thumbnail } = file;
  const isFolder = isFolderOf(file);
  const picture = thumbnail && serverAddress + thumbnail;
  const content = (
    <>
      <Tile isFolder={isFolder} extension={extension} picture={picture} />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <About file={file} hasPath={hasPath} />
        {isFolder ? <FolderTags file={file} /> : file.is_collaborative && <Tag icon="group">{t('row.together')}</Tag>}
      </span>
    </>
  );
  if (isRenaming)
    return (
      <div className={styles.line}>
        <Tile isFolder={isFolder} extension={extension} picture={picture} />
        <RenameField file={file} onDone={onRenamed} />
      </div>
    );
  if (isChosen !== null)
    return (
      <AriaCheckbox className={classes(styles.row)} isSelected={isChosen} onChange={onChoose}>
        <span className={styles.box} aria-hidden="true">
          <Icon name="check" size={16} />
        </span>
        {content}
      </AriaCheckbox>
    );
  return (
    <div className={styles.line}>
      {isFolder ? (
        <Link to={href} className={styles.row}>
          {content}
        </Link>
      ) : (
        <button type="button" className={styles.row} onClick={() => onAction('details')}>
          {content}
        </button>
      )}
      <Menu icon="dots" label={t('actions.label', { name })} entries={entriesOf(file, t, onAction)} />
    </div>
  );
}

type Say = ReturnType<typeof useTranslation<'cloud'>>['t'];

function entriesOf(file: CloudFile, t: Say, onAction: (action: RowAction) => void): MenuEntry[] {
  const { can, is_collaborative } = file;
  const canChange = isAllowed(can, 'change-collaboration');
  const offered: [RowAction, boolean, IconName][] = [
    ['edit', isAllowed(can, 'collaborate'), 'edit'],
    ['together', canChange && !is_collaborative, 'group'],
    ['alone', canChange && is_collaborative, 'lock'],
    ['download', isAllowed(can, 'download'), 'download'],
    ['share', isAllowed(can, 'download') && canShare(file), 'share'],
    ['rename', isAllowed(can, 'rename'), 'edit'],
    ['move', isAllowed(can, 'move'), 'move'],
    ['details', true, 'info'],
    ['delete', isAllowed(can, 'delete'), 'trash'],
  ];
  return offered
    .filter(([, isOffered]) => isOffered)
    .map(([key, , icon]) => ({ key, text: t(`actions.${key}`), icon, onAction: () => onAction(key) }));
}

function About({ file, hasPath }: { file: CloudFile; hasPath: boolean }) {
  const { t, language } = useTranslation('cloud');
  const { school } = useSelf();
  const { size, children_count, meta, can_show_preview, alt_name, duration_in_seconds: seconds } = file;
  const filled = isFolderOf(file) ? t('row.items', { count: children_count }) : writeSize(language, size);
  const length = seconds === null ? [] : [writeLength(language, seconds)];
  const day = dayOf(file, t, language, school.time_zone);
  const parts = [filled, ...length, day, ...(meta.username ? [meta.username] : []), ...(hasPath ? [meta.parent] : [])];
  return (
    <span className={styles.about}>
      {parts.join(' · ')}
      {can_show_preview && alt_name !== '' && <span className={styles.spoken}>{alt_name}</span>}
    </span>
  );
}

/** When it came: into the cloud, into a hand-in folder, or back to a pupil, who is named to who reviews. */
function dayOf({ created_at, handed_in_at, returned_at, meta }: CloudFile, t: Say, language: Language, zone: string) {
  const moment = (at: string) => writeMoment(language, new Date(at), zone, 'short');
  if (returned_at !== null)
    return meta.returned_to === null
      ? t('row.returned', { moment: moment(returned_at) })
      : t('row.returnedTo', { name: meta.returned_to, moment: moment(returned_at) });
  if (handed_in_at !== null) return t('row.handedIn', { moment: moment(handed_in_at) });
  return writeAgo(language, new Date(created_at), new Date(), zone);
}

/** Who may add to a folder, where that is not everybody. */
function FolderTags({ file }: { file: CloudFile }) {
  const { t, language } = useTranslation('cloud');
  const { school } = useSelf();
  const { is_protected_folder, upload_limited_at } = file;
  if (file.reserved !== null) return <Tag icon="lock">{t('row.chat')}</Tag>;
  if (is_protected_folder) return <Tag icon="lock">{t('row.protected')}</Tag>;
  if (upload_limited_at === null) return null;
  const end = new Date(upload_limited_at);
  if (end <= new Date()) return <Tag icon="clock">{t('row.over')}</Tag>;
  return <Tag icon="clock">{t('row.until', { moment: writeMoment(language, end, school.time_zone, 'short') })}</Tag>;
}
