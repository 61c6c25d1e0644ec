FROM node:24-bookworm-slim
WORKDIR /darkroom
COPY package.json package-lock.json ./
COPY service/package.json service/
RUN npm ci --omit=dev && npm cache clean --force
COPY service/src service/src
COPY service/migrations service/migrations
RUN useradd --system darkroom && install -d -o darkroom -g darkroom /data
USER darkroom
ENV DARKROOM_HOST=0.0.0.0 DARKROOM_DATA_DIR=/data
VOLUME /data
EXPOSE 8080
# Running work gets its time to finish: stop with a grace period of at least 30 s.
STOPSIGNAL SIGTERM
CMD ["node", "service/src/main.ts", "start"]
