/** Packages that stay out of all bundles. Elysia imports file-type when a route takes files, and no route does. */
export const external = ['file-type']
