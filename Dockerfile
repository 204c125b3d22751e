# syntax=docker/dockerfile:1
# The server in a container. See docs/deploy.md; compose.yaml adds PostgreSQL, an S3 store and Redis.

ARG NODE_IMAGE=node:24-slim
ARG POSTGRES_IMAGE=postgres:18

# Run-time packages only. npm installs the exact Node of the lock file (package "node").
FROM ${NODE_IMAGE} AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY backend/package.json backend/package.json
COPY marketplace/package.json marketplace/package.json
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev \
 # Types and source maps, a third of the packages.
 && find node_modules -type f \( -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.map' \) -delete
# 63 MB: `--build-arg READ_TEXT=0` omits text recognition in photos; QR codes are still read.
ARG READ_TEXT=1
RUN [ "$READ_TEXT" = 1 ] || rm -rf node_modules/tesseract.js node_modules/tesseract.js-core node_modules/@tesseract.js-data node_modules/zlibjs

# Builds the web app with the development tools.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY backend/package.json backend/package.json
COPY marketplace/package.json marketplace/package.json
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
RUN npm run build

FROM ${NODE_IMAGE} AS server
# tini reaps orphaned processes of functions and the embedded database, and forwards signals.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends tini \
 && rm -rf /var/lib/apt/lists/* \
 && install --directory --owner=node --group=node --mode=0700 /data
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY package.json tsconfig.json LICENSE ./
COPY backend/package.json backend/package.json
COPY backend/migrations backend/migrations
COPY backend/schemas backend/schemas
COPY backend/src backend/src
COPY backend/vendor backend/vendor
COPY marketplace marketplace
COPY scripts scripts
COPY --from=build /app/marketplace/web/dist marketplace/web/dist
ENV NODE_ENV=production \
    DATA_DIR=/data \
    NODE_COMPILE_CACHE=/data/cache/compiled \
    PATH=/app/node_modules/.bin:$PATH
USER node
VOLUME /data
EXPOSE 3000
# SIGTERM drains: requests in flight get 15 seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-semi-space-size=8", "--import", "./marketplace/compile-cache.js", "marketplace/server.ts"]

# Adds pg_dump and pg_restore of the database's version, which `npm run backup` and `npm run restore` need with
# DATABASE_URL: docker build --target tools.
FROM ${POSTGRES_IMAGE} AS tools
RUN useradd --uid 1000 --user-group --no-create-home node \
 && install --directory --owner=node --group=node --mode=0700 /data /backup
COPY --from=server /app /app
WORKDIR /app
ENV NODE_ENV=production \
    DATA_DIR=/data \
    PATH=/app/node_modules/.bin:$PATH
USER node
ENTRYPOINT []
CMD ["node", "scripts/backup.ts", "--to", "/backup/now"]

# The last stage is the default of `docker build .`.
FROM server
