{{- define "shirube.labels" -}}
app.kubernetes.io/name: shirube
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "shirube.meta" -}}
name: {{ .root.Release.Name }}-{{ .component }}
labels:
  {{- include "shirube.labels" . | nindent 2 }}
  app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{- define "shirube.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* The address of a bundled part, or the one that is given. */}}
{{- define "shirube.databaseUrl" -}}
{{ if .Values.postgres.bundled }}postgres://shirube:$(POSTGRES_PASSWORD)@{{ .Release.Name }}-postgres:5432/shirube{{ else }}{{ .Values.postgres.url }}{{ end }}
{{- end }}
{{- define "shirube.readerUrl" -}}
{{ if .Values.postgres.bundled }}postgres://shirube_reader:$(POSTGRES_READER_PASSWORD)@{{ .Release.Name }}-postgres:5432/shirube{{ else }}{{ .Values.postgres.readerUrl }}{{ end }}
{{- end }}
{{- define "shirube.redisUrl" -}}
{{ if .Values.redis.bundled }}redis://:$(REDIS_PASSWORD)@{{ .Release.Name }}-redis:6379{{ else }}{{ .Values.redis.url }}{{ end }}
{{- end }}

{{- define "shirube.searchUrl" -}}
http://{{ .root.Release.Name }}-meilisearch-{{ .node }}:7700
{{- end }}

{{- /* A variable from the Secret: under its own name, or as `as`. */}}
{{- define "shirube.secret" -}}
- name: {{ .as | default .key }}
  valueFrom: { secretKeyRef: { name: {{ .root.Values.secretName }}, key: {{ .key }} } }
{{- end }}

{{- /* No container can gain rights, or has any beyond those of its user. */}}
{{- define "shirube.confined" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "shirube.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ .user }}
runAsGroup: {{ .user }}
fsGroup: {{ .user }}
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- /* One of our services: `component`, `script`, `replicas` (none: the autoscaler decides), `resources`, `env`. */}}
{{- define "shirube.service" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "shirube.meta" . | nindent 2 }}
spec:
  {{- with .replicas }}
  replicas: {{ . }}
  {{- end }}
  selector:
    matchLabels: {{- include "shirube.labels" . | nindent 6 }}
  strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
  template:
    metadata:
      labels:
        {{- include "shirube.labels" . | nindent 8 }}
        shirube/metrics: "true"
    spec:
      automountServiceAccountToken: false
      # Longer than a service takes to finish requests in flight and to close (25 s at most).
      terminationGracePeriodSeconds: 30
      securityContext: {{- include "shirube.podSecurity" (dict "user" 1000) | nindent 8 }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "shirube.labels" . | nindent 14 }}
      containers:
        - name: {{ .component }}
          image: {{ include "shirube.image" .root }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          command: [node, services/{{ .script }}/dist/server.js]
          ports: [{ name: http, containerPort: 3000 }]
          env:
            {{- range $key := .secrets }}
            {{- include "shirube.secret" (dict "root" $.root "key" $key) | nindent 12 }}
            {{- end }}
            {{- include "shirube.secret" (dict "root" .root "key" "METRICS_TOKEN") | nindent 12 }}
            - { name: TRUST_PROXY, value: uniquelocal }
            {{- range $name, $value := merge (dict) .env .root.Values.settings }}
            - { name: {{ $name }}, value: {{ $value | quote }} }
            {{- end }}
          startupProbe: { httpGet: { path: /live, port: http }, periodSeconds: 2, failureThreshold: 60 }
          livenessProbe: { httpGet: { path: /live, port: http }, periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 5 }
          readinessProbe: { httpGet: { path: /ready, port: http }, periodSeconds: 5, timeoutSeconds: 3 }
          resources: {{- toYaml .resources | nindent 12 }}
          securityContext: {{- include "shirube.confined" . | nindent 12 }}
          volumeMounts: [{ name: tmp, mountPath: /tmp }]
      volumes: [{ name: tmp, emptyDir: {} }]
{{- end }}

{{- /* A command of ours that ends: `component`, `args`, `secrets`, `env`. */}}
{{- define "shirube.commandPod" -}}
metadata:
  labels: {{- include "shirube.labels" . | nindent 4 }}
spec:
  automountServiceAccountToken: false
  restartPolicy: OnFailure
  securityContext: {{- include "shirube.podSecurity" (dict "user" 1000) | nindent 4 }}
  containers:
    - name: {{ .component }}
      image: {{ include "shirube.image" .root }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      command: {{ toJson .command }}
      env:
        {{- range $key := .secrets }}
        {{- include "shirube.secret" (dict "root" $.root "key" $key) | nindent 8 }}
        {{- end }}
        {{- range $name, $value := .env }}
        - { name: {{ $name }}, value: {{ $value | quote }} }
        {{- end }}
      resources: {{- toYaml .resources | nindent 8 }}
      securityContext: {{- include "shirube.confined" . | nindent 8 }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        {{- if .claim }}
        - { name: backups, mountPath: /backups }
        {{- end }}
  volumes:
    - { name: tmp, emptyDir: {} }
    {{- if .claim }}
    - { name: backups, persistentVolumeClaim: { claimName: {{ .claim }} } }
    {{- end }}
{{- end }}

{{- /* A part that keeps data: `component`, `image`, `port`, `user`, `mountPath`, `storage`, `resources`, `container` (YAML). */}}
{{- define "shirube.store" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "shirube.meta" . | nindent 2 }}
spec:
  clusterIP: None
  # Clients wait until it is ready, and log that they wait.
  publishNotReadyAddresses: true
  selector: {{- include "shirube.labels" . | nindent 4 }}
  ports: [{ name: main, port: {{ .port }} }]
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  {{- include "shirube.meta" . | nindent 2 }}
spec:
  replicas: 1
  serviceName: {{ .root.Release.Name }}-{{ .component }}
  selector:
    matchLabels: {{- include "shirube.labels" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "shirube.labels" . | nindent 8 }}
    spec:
      automountServiceAccountToken: false
      securityContext: {{- include "shirube.podSecurity" . | nindent 8 }}
      containers:
        - name: {{ .component }}
          image: {{ .image }}
          ports: [{ name: main, containerPort: {{ .port }} }]
          {{- .container | nindent 10 }}
          resources: {{- toYaml .resources | nindent 12 }}
          securityContext: {{- include "shirube.confined" . | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: {{ .mountPath }} }
            {{- range .scratch }}
            - { name: scratch, mountPath: {{ . }}, subPath: {{ base . }} }
            {{- end }}
      volumes: [{ name: scratch, emptyDir: {} }]
  volumeClaimTemplates:
    - metadata: { name: data }
      spec:
        accessModes: [ReadWriteOnce]
        resources: { requests: { storage: {{ .storage }} } }
{{- end }}

{{- /* A selector of the pods of these components. */}}
{{- define "shirube.pods" -}}
matchLabels: { app.kubernetes.io/instance: {{ .root.Release.Name }} }
matchExpressions: [{ key: app.kubernetes.io/component, operator: In, values: {{ toJson .components }} }]
{{- end }}
