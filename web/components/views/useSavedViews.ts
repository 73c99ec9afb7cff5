import { useLocalStorage } from '@mantine/hooks'
import { useSession } from '../../session/useSession.ts'

/** A search that the user has given a name. */
export interface SavedView {
  id: string
  name: string
  /** The path of the list, such as `/tracks`. */
  path: string
  /** The query string of its URL, without the question mark and the page. */
  query: string
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'name', 'path', 'query'].every((name) => typeof Reflect.get(value, name) === 'string')

/** Anything may be in the storage of a browser. */
const parseViews = (text: string | undefined): SavedView[] => {
  try {
    const views: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(views) ? views.filter(isView) : []
  } catch {
    return []
  }
}

/** `crypto.randomUUID` is not there for a page of a network without TLS. */
const createId = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** The saved views of a list. The browser stores them, for each user apart. */
export const useSavedViews = (path: string) => {
  const { user } = useSession()
  const [views, setViews] = useLocalStorage<SavedView[]>({
    key: `music-library views ${user?.id ?? 'guest'}`,
    defaultValue: [],
    deserialize: parseViews,
    getInitialValueInEffect: false,
  })
  return {
    views: views.filter((view) => view.path === path).sort((a, b) => a.name.localeCompare(b.name)),
    /** Saves a view. One with the same name is replaced. */
    save: (name: string, query: string) =>
      setViews((current) => [
        ...current.filter((view) => view.path !== path || view.name !== name),
        { id: createId(), name, path, query },
      ]),
    rename: (id: string, name: string) =>
      setViews((current) => current.map((view) => (view.id === id ? { ...view, name } : view))),
    remove: (id: string) => setViews((current) => current.filter((view) => view.id !== id)),
  }
}
