import { useLocation } from 'react-router';
import { CloudsScreen, LiteCloudsScreen } from './CloudsScreen.tsx';
import { CreateFileScreen, CreateFolderScreen, FilesScreen, UploadScreen } from './FilesScreen.tsx';

/** By the first words after `/cloud`. */
const SCREENS = new Map([
  ['lite', LiteCloudsScreen],
  ['files', FilesScreen],
  ['upload', UploadScreen],
  ['create/folder', CreateFolderScreen],
  ['create/file', CreateFileScreen],
]);

/** The page of an address below `/cloud`. */
export function CloudScreen() {
  const [, , word = '', kind = ''] = useLocation().pathname.split('/');
  const name = word === 'create' ? `${word}/${kind}` : word;
  const Screen = SCREENS.get(name) ?? CloudsScreen;
  return <Screen key={name} />;
}
