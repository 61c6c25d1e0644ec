import { getRouteApi } from '@tanstack/react-router';
import { Reference } from '../../reference/reference.tsx';

const route = getRouteApi('/signed-in/developers/reference');

/** The API reference inside the console, where calls can be tried. */
export const ReferencePage = () => {
  const { find = '' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Reference
      find={find}
      onFind={(text) => navigate({ search: text ? { find: text } : {}, replace: true, resetScroll: false })}
    />
  );
};
