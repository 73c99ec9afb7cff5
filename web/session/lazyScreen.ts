import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { ScreenUnavailable } from '../components/ScreenUnavailable.tsx'

/** A screen that is shown in the place of the console, and so has no route. Most visits need none, so its code is loaded when it is shown. */
export const lazyScreen = <Props extends object>(
  load: () => Promise<{ Component: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() =>
    load().then(
      ({ Component }) => ({ default: Component }),
      () => ({ default: ScreenUnavailable }),
    ),
  )
