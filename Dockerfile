# One image for server, workers, sandbox and tools; docker-compose.yml says which it is.
FROM node:20.20.2-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# No package runs anything while it is installed: what a script would build, packages of the processor's own bring along.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY .swcrc nest-cli.json tsconfig.json ./
COPY scripts scripts
COPY contract contract
COPY server server
COPY workers workers
COPY sandbox sandbox
COPY client client
RUN node scripts/build.mjs --client && npm prune --omit=dev --ignore-scripts --no-audit --no-fund
# What has built it is no part of it.
RUN npm uninstall --no-save --omit=dev --ignore-scripts --no-audit --no-fund vite @vitejs/plugin-react @swc/core

FROM node:20.20.2-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 RECOUP_DATA_DIR=/data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
RUN mkdir /data && chown node:node /data
USER node
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
